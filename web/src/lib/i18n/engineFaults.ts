// Failures of registered engines, as the server says them in English, in Japanese.

const STAGES: Record<string, string> = {
  'while starting': '起動できません',
  'while loading': '準備中にエラーが起きました',
  'while thinking': '思考中にエラーが起きました',
  'after `stop`': '停止を求めても応答しません',
};

const seconds = (ms: string): string => `${Math.round(Number(ms) / 1000)}秒`;

const REASONS: [RegExp, (...parts: string[]) => string][] = [
  [/^(.+) is not an absolute path$/, (path) => `${path} はフルパスではありません`],
  [/^(.+) is not a file$/, (path) => `${path} はファイルではありません`],
  [/^(.+) is not executable$/, (path) => `${path} は実行できるファイルではありません`],
  [/^the working folder (.+) is not a folder.*$/, (path) => `作業フォルダー ${path} がありません`],
  [/^(.+): (?:No such file or directory|The system cannot find .*?) \(os error \d+\)$/, (path) => `${path} がありません`],
  [
    /^.+ did not answer `usi` with `usiok` within (\d+) s; it wrote `(.*)`$/,
    (limit, line) => `${limit}秒以内にusiokが返りません（出力: ${line}）。USIエンジンではないようです`,
  ],
  [
    /^.+ did not answer `usi` with `usiok` within (\d+) s$/,
    (limit) => `${limit}秒以内にusiokが返りません。USIエンジンではないようです`,
  ],
  [/^.+ did not answer `(.+)` in its time$/s, (command) => `${command}に応答がありません`],
  [/^.+ refused `(.+?)`: (.*)$/s, (command, text) => `${command}を受け付けません（${text}）`],
  [/^.+ answered `(.+?)` with `(.*)`: .*$/s, (command, text) => `${command}に対する応答「${text}」を読めません`],
  [/^no answer within (\d+) ms$/, (ms) => `${seconds(ms)}待っても応答がありません`],
  [/^protocol: .* wrote a line of over (\d+) bytes$/, (bytes) => `改行のない出力が${bytes}バイトを超えました`],
  [/^protocol: (.*)$/, (text) => `USIとして読めない応答です（${text}）`],
  [/^illegal move (\S+) in (.*)$/, (move, sfen) => `反則手 ${move} を指しました（局面: ${sfen}）`],
  [/^(?:.*: )?it has ended(?:, )?(.*)$/s, (text) => `異常終了しました（${text}）`],
];

/** The Japanese sentence; null for a text that is not a failure of an engine. */
export function faultJa(text: string): string | null {
  const found = /^the engine (.+?) failed (while starting|while loading|while thinking|after `stop`): (.*)$/s.exec(text);
  if (!found) return null;
  const [, name, stage, reason] = found as unknown as [string, string, string, string];
  for (const [pattern, say] of REASONS) {
    const parts = pattern.exec(reason);
    if (parts) return `エンジン「${name}」: ${STAGES[stage]}。${say(...parts.slice(1))}。`;
  }
  return `エンジン「${name}」: ${STAGES[stage]}（${reason}）。`;
}
