// Analyses the built-in samples again: crates/front/app/assets/samples/*.kif to *.json beside them.
// ZENPUKU_BIN names the program; the numbers are those of its evaluation.

import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODES = 100_000;
const LONGEST_LINE = 8;
const root = fileURLToPath(new URL('../..', import.meta.url));
const samples = join(root, 'crates/front/app/assets/samples');
const data = await mkdtemp(join(tmpdir(), 'zenpuku-samples-'));
const program = process.env.ZENPUKU_BIN ?? join(root, 'target/release/zenpuku');
const server = spawn(program, ['app', '--no-open', '--port', '0', '--threads', '1', '--hash', '256', '--data', data], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const address = await new Promise((found) => server.stdout.on('data', (text) => found(new URL(/http:\S+/.exec(String(text))[0]))));

const socket = new WebSocket(`ws://${address.host}/ws${address.search}`);
await new Promise((open) => (socket.onopen = open));
const answers = new Map();
const ended = new Map();
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  answers.get(message.id)?.(message);
  const job = message.event?.job;
  if (job && ['done', 'failed', 'cancelled'].includes(job.state)) ended.set(job.job, job);
};
let last = 0;

async function ask(request) {
  const id = (last += 1);
  const message = await new Promise((answer) => {
    answers.set(id, answer);
    socket.send(JSON.stringify({ id, request }));
  });
  if (message.type !== 'reply') throw new Error(JSON.stringify(message));
  return message.reply;
}

const rounded = (number) => Math.round(number * 10_000) / 10_000;
const short = (move) => ({
  ...move,
  // The document knows the positions.
  sfen: '',
  win_rate: rounded(move.win_rate),
  loss: rounded(move.loss),
  pv: move.pv.slice(0, LONGEST_LINE),
  pv_kif: move.pv_kif.slice(0, LONGEST_LINE),
  // The server tells goals anew.
  goal_report: null,
});

await ask({ type: 'hello', protocol: 1, known: [] });
for (const file of (await readdir(samples)).filter((name) => name.endsWith('.kif')).sort()) {
  const text = await readFile(join(samples, file), 'utf8');
  const { document } = await ask({ type: 'document_open', source: { type: 'text', text, name: file }, game_index: null });
  const budget = { type: 'nodes', nodes: NODES };
  const { job } = await ask({ type: 'job_analyse', document: document.info.id, node: null, budget });
  while (!ended.has(job.job)) await new Promise((next) => setTimeout(next, 200));
  if (ended.get(job.job).state !== 'done') throw new Error(ended.get(job.job).message);
  const { report } = await ask({ type: 'report_get', document: document.info.id });
  const kept = { ...report, document: 0, job: null, moves: report.moves.map(short) };
  await writeFile(join(samples, file.replace('.kif', '.json')), JSON.stringify(kept));
  console.log(`${file}: ${report.moves.length} moves`);
}
socket.close();
server.kill('SIGINT');
await new Promise((end) => server.once('exit', end));
await rm(data, { recursive: true });
