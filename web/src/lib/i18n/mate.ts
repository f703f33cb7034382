// Words of the room of mate problems.

export const mateEn = {
  title: 'Mate', hint: 'Paste a problem as SFEN or set one up. The side to move attacks and may have no king; the shortest mate is searched, and its proof can be played through with every defence.',
  samples: ['Mate in 3', 'Shogi Zuko 36 (1755)', 'Shogi Zuko 92 (1755)', 'No mate'], sfen: 'Problem (SFEN)', setUp: 'Set up', solve: 'Solve', solving: (s: number) => `Searching … ${s} s`,
  depth: (plies: number, nodes: string) => `no mate in ${plies}, ${nodes} positions`,
  mate: (plies: number) => `Mate in ${plies}`, nomate: 'No mate', unknown: 'Not decided', shortest: 'the shortest', notShortest: 'perhaps not the shortest', verified: 'checked by the rules', notVerified: 'not checked', within: (plies: number) => `no mate in ${plies}`,
  used: (nodes: string, time: string, answers: string) => `${nodes} positions, ${time}; ${answers} answers in the proof`,
  line: 'Longest resistance', walk: 'Play through', attack: 'The attacker’s answer', checks: 'Every check', defences: (n: number) => (n === 1 ? '1 defence' : `${n} defences`), reply: 'The defender’s reply', left: (plies: number) => `mate in ${plies}`, mated: 'Mated.', noChecks: 'No more checks: the defender is safe.', more: 'Everything is answered: choose a move here or play it on the board.',
  stale: 'Solve it again to play it through.',
};

export const mateJa: typeof mateEn = {
  title: '詰み', hint: '問題をSFENで貼り付けるか、盤に並べてください。手番側が攻め方で、攻め方の玉はなくても構いません。最短の詰みを探し、証明をすべての応手とともに並べられます。',
  samples: ['三手詰め', '将棋図巧 第36番', '将棋図巧 第92番', '不詰'], sfen: '問題 (SFEN)', setUp: '並べる', solve: '解く', solving: (s) => `探索中… ${s}秒`,
  depth: (plies, nodes) => `${plies}手以内に詰みなし・${nodes}局面`,
  mate: (plies) => `${plies}手詰め`, nomate: '不詰', unknown: '未決', shortest: '最短', notShortest: '最短とは限らない', verified: '規則で検証済み', notVerified: '未検証', within: (plies) => `${plies}手以内に詰みなし`,
  used: (nodes, time, answers) => `${nodes}局面・${time}・証明の手数${answers}`,
  line: '最長の手順', walk: '並べる', attack: '攻め方の手', checks: 'すべての王手', defences: (n) => `応手 ${n}通り`, reply: '玉方の応手', left: (plies) => `残り${plies}手`, mated: '詰みました。', noChecks: '王手が尽きました。', more: 'すべての応手に答えがあります。ここで選ぶか、盤で指してください。',
  stale: 'もう一度解くと並べられます。',
};
