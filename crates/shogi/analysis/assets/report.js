"use strict";
const game = JSON.parse(document.getElementById("data").textContent);
const japanese = (navigator.language || "").startsWith("ja");
const say = (ja, en) => (japanese ? ja : en);
document.documentElement.lang = japanese ? "ja" : "en";

const FACES = {
  P: "歩", L: "香", N: "桂", S: "銀", G: "金", B: "角", R: "飛", K: "玉",
  "+P": "と", "+L": "杏", "+N": "圭", "+S": "全", "+B": "馬", "+R": "龍",
};
const RANKS = "一二三四五六七八九";
const CLASSES = {
  inaccuracy: say("緩手", "inaccuracy"), dubious: say("疑問手", "dubious"),
  mistake: say("悪手", "mistake"), blunder: say("大悪手", "blunder"),
};
/** Words of endings, as records have them. */
const ENDINGS = {
  投了: "resignation", 中断: "broken off", 千日手: "repetition", 持将棋: "impasse", 詰み: "mate", 不詰: "no mate",
  切れ負け: "time up", 反則勝ち: "won by a foul", 反則負け: "lost by a foul", 反則手: "foul move", 入玉勝ち: "declaration",
  封じ手: "sealed move", 不戦勝: "won by default", 不戦敗: "lost by default", 引き分け: "draw", 最大手数: "limit of moves",
  待った: "move taken back", エラー: "error",
};
const result = document.getElementById("result");
if (!japanese && Object.hasOwn(ENDINGS, game.result)) result.textContent = ENDINGS[game.result];
document.querySelector(`.story[lang=${say("en", "ja")}]`).hidden = true;
const positions = [{ sfen: game.start_sfen, ...game.start }, ...game.moves];
let cursor = 0;

const NS = "http://www.w3.org/2000/svg";
function svg(parent, name, attributes, text) {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  parent.append(node);
  return node;
}
function element(parent, name, text, className) {
  const node = document.createElement(name);
  if (text !== undefined) node.textContent = text;
  if (className) node.className = className;
  parent.append(node);
  return node;
}

/** Board squares and hands of an SFEN, squares as [file 9..1 left to right, rank 1..9]. */
function parseSfen(sfen) {
  const [rows, , hands] = sfen.split(" ");
  const squares = [];
  rows.split("/").forEach((row, rank) => {
    let column = 0;
    for (const [token] of row.matchAll(/\+?[A-Za-z]|\d/g)) {
      if (/\d/.test(token)) { column += Number(token); continue; }
      squares.push({ column, rank, white: token !== token.toUpperCase(), kind: token.toUpperCase() });
      column += 1;
    }
  });
  const hand = [[], []];
  if (hands !== "-") {
    for (const [, count, piece] of hands.matchAll(/(\d*)([A-Za-z])/g)) {
      hand[piece === piece.toUpperCase() ? 0 : 1].push(FACES[piece.toUpperCase()] + (count > 1 ? count : ""));
    }
  }
  return { squares, hand };
}
const SIZE = { K: 1, R: 0.97, B: 0.97, G: 0.93, S: 0.93, N: 0.89, L: 0.89, P: 0.85 };
function drawPiece(board, { column, rank, white, kind }) {
  const group = svg(board, "g", {
    transform: `translate(${column + 0.5} ${rank + 0.5})${white ? " rotate(180)" : ""} scale(${SIZE[kind.slice(-1)]})`,
  });
  svg(group, "path", {
    d: "M0-.45 .28-.36 .38 .42-.38 .42-.28-.36Z",
    fill: "var(--card)", stroke: "var(--ink)", "stroke-width": 0.025,
  });
  svg(group, "text", {
    "text-anchor": "middle", y: 0.2, "font-size": 0.56,
    fill: kind.length > 1 ? "var(--alert)" : "var(--ink)",
    "font-family": "'Noto Serif JP','Hiragino Mincho ProN',serif",
  }, FACES[kind]);
}
const squareOf = (usi) => ({ column: 9 - Number(usi[0]), rank: usi.charCodeAt(1) - 97 });
function mark(board, { column, rank }, color) {
  svg(board, "rect", { x: column, y: rank, width: 1, height: 1, fill: color, opacity: 0.28 });
}
function drawArrow(board, usi) {
  const to = squareOf(usi.slice(2));
  if (usi[1] === "*") {
    svg(board, "circle", { cx: to.column + 0.5, cy: to.rank + 0.5, r: 0.46, fill: "none", stroke: "var(--engine)", "stroke-width": 0.07 });
    return;
  }
  const from = squareOf(usi);
  const dx = to.column - from.column, dy = to.rank - from.rank, length = Math.hypot(dx, dy);
  const tip = [to.column + 0.5 - (dx / length) * 0.2, to.rank + 0.5 - (dy / length) * 0.2];
  const back = [tip[0] - (dx / length) * 0.3, tip[1] - (dy / length) * 0.3];
  const side = [(-dy / length) * 0.16, (dx / length) * 0.16];
  svg(board, "line", { x1: from.column + 0.5, y1: from.rank + 0.5, x2: back[0], y2: back[1], stroke: "var(--engine)", "stroke-width": 0.1, opacity: 0.85 });
  svg(board, "path", {
    d: `M${tip} L${back[0] + side[0]} ${back[1] + side[1]} L${back[0] - side[0]} ${back[1] - side[1]}Z`,
    fill: "var(--engine)", opacity: 0.85,
  });
}
function drawBoard() {
  const host = document.getElementById("board");
  host.replaceChildren();
  const board = svg(host, "svg", { viewBox: "-0.6 -1.25 10.2 11.4", role: "img", "aria-label": positions[cursor].sfen });
  svg(board, "rect", { x: 0, y: 0, width: 9, height: 9, fill: "var(--board)", stroke: "var(--ink)", "stroke-width": 0.05 });
  const played = game.moves[cursor - 1], next = game.moves[cursor];
  if (played) {
    mark(board, squareOf(played.usi.slice(2)), "var(--alert)");
    if (played.usi[1] !== "*") mark(board, squareOf(played.usi), "var(--alert)");
  }
  for (let line = 1; line < 9; line += 1) {
    svg(board, "line", { x1: line, y1: 0, x2: line, y2: 9, stroke: "var(--ink)", "stroke-width": 0.02 });
    svg(board, "line", { x1: 0, y1: line, x2: 9, y2: line, stroke: "var(--ink)", "stroke-width": 0.02 });
  }
  for (const x of [3, 6]) for (const y of [3, 6]) svg(board, "circle", { cx: x, cy: y, r: 0.07, fill: "var(--ink)" });
  for (let index = 0; index < 9; index += 1) {
    const small = { "font-size": 0.36, fill: "var(--soft)", "text-anchor": "middle" };
    svg(board, "text", { x: index + 0.5, y: -0.15, ...small }, 9 - index);
    svg(board, "text", { x: 9.32, y: index + 0.63, ...small }, japanese ? RANKS[index] : index + 1);
  }
  const { squares, hand } = parseSfen(positions[cursor].sfen);
  squares.forEach((piece) => drawPiece(board, piece));
  const hands = { "font-size": 0.42, fill: "var(--ink)" };
  const held = (side) => hand[side].join(" ") || say("持駒なし", "no pieces in hand");
  svg(board, "text", { x: 0, y: -0.8, ...hands }, `☖ ${held(1)}`);
  svg(board, "text", { x: 0, y: 9.9, ...hands }, `☗ ${held(0)}`);
  if (next && next.best) drawArrow(board, next.best);
}

/** Board of an SFEN by file and rank, such as "76", and whose turn it is. */
function boardOf(sfen) {
  const board = new Map();
  for (const { column, rank, white, kind } of parseSfen(sfen).squares) board.set(`${9 - column}${rank + 1}`, { white, kind });
  return { board, white: sfen.split(" ")[1] === "w" };
}
const digits = (usi) => `${usi[0]}${usi.charCodeAt(1) - 96}`;
/** A move in Western notation, made on the board: ☗P-76, ☖S31x22, ☗Bx22+. */
function western(place, usi) {
  const { board, white } = place, to = digits(usi.slice(2)), side = white ? "☖" : "☗";
  place.white = !white;
  if (usi[1] === "*") {
    board.set(to, { white, kind: usi[0] });
    return `${side}${usi[0]}*${to}`;
  }
  const from = digits(usi), piece = board.get(from), promotes = usi[4] === "+";
  if (!piece) return usi;
  const { kind } = piece, inZone = (square) => (white ? square[1] >= "7" : square[1] <= "3");
  const declines = !promotes && "PLNSBR".includes(kind) && (inZone(from) || inZone(to));
  const text = `${side}${kind}${"GS".includes(kind) ? from : ""}${board.has(to) ? "x" : "-"}${to}${promotes ? "+" : declines ? "=" : ""}`;
  board.delete(from);
  board.set(to, { white, kind: promotes ? `+${kind}` : kind });
  return text;
}
/** Moves from a position on, as the reader writes them. */
function lineText(sfen, usi, kif) {
  if (japanese) return kif.join(" ");
  const place = boardOf(sfen);
  return usi.map((move) => western(place, move)).join(" ");
}
const moveText = (index) => lineText(positions[index - 1].sfen, [positions[index].usi], [positions[index].kif]);

const percent = (rate) => `${(100 * rate).toFixed(0)} %`;
function evalText(position) {
  if (position.mate !== null && position.mate !== undefined) {
    return position.mate === 0 ? say("詰み", "mated") : say(`${position.mate > 0 ? "先手" : "後手"}勝ち 詰み${Math.abs(position.mate)}手`, `${position.mate > 0 ? "Black" : "White"} mates in ${Math.abs(position.mate)}`);
  }
  return `${position.eval_cp > 0 ? "+" : ""}${position.eval_cp} (${percent(position.win_rate)})`;
}
/** What is proved about a mistake: a sentence and its line. */
function drawReasons(host, move) {
  for (const { text, line_text } of move.reasons || []) {
    element(host, "div", say(text.ja, text.en), "reason");
    element(host, "div", say(line_text.ja, line_text.en).join(" "));
  }
}
/** The moves that decided the game, each with its reason. */
function drawDecisive() {
  const host = document.getElementById("decisive");
  host.hidden = game.decisive.length === 0;
  element(host, "h2", say("勝負を決めた手", "Decisive moments"));
  const list = element(host, "ol");
  for (const ply of game.decisive) {
    const move = positions[ply], item = element(list, "li");
    const button = element(item, "button", `${ply} ${moveText(ply)}`);
    button.type = "button";
    button.addEventListener("click", () => go(ply));
    const best = lineText(positions[ply - 1].sfen, move.pv.slice(0, 1), move.pv_kif.slice(0, 1));
    element(item, "span", ` ${CLASSES[move.class]} −${percent(move.loss)} ${say("最善", "best")} ${best} `);
    drawReasons(item, move);
  }
}
function drawStatus() {
  const host = document.getElementById("status");
  host.replaceChildren();
  const played = game.moves[cursor - 1], next = game.moves[cursor];
  const line = element(host, "div");
  element(line, "b", played ? `${played.ply} ${moveText(cursor)}` : say("開始局面", "Start position"));
  line.append(`  ${evalText(positions[cursor])}`);
  if (played && played.class) {
    element(host, "div", `${CLASSES[played.class]}: ${say("勝率", "win rate")} −${percent(played.loss)}`, "bad");
    element(host, "div", `${say("最善", "best")}: ${lineText(positions[cursor - 1].sfen, played.pv, played.pv_kif)}`, "best");
    drawReasons(host, played);
  } else if (next && next.pv_kif.length) {
    element(host, "div", `${say("読み筋", "line")}: ${lineText(positions[cursor].sfen, next.pv, next.pv_kif)}`, "best");
  }
  if (played && played.missed_mate) {
    element(host, "div", say(`${played.missed_mate}手詰を逃す`, `missed a mate in ${played.missed_mate}`), "bad");
  }
  if (played && played.threat) {
    const { kind, plies } = played.threat;
    const name = kind === "brinkmate" ? say("必至", "brinkmate") : say("詰めろ", "threatmate");
    element(host, "div", say(`${name} (${plies}手詰)`, `${name} (mate in ${plies})`));
  }
  document.querySelector(".bar i").style.height = percent(positions[cursor].win_rate).replace(" ", "");
}

function drawGraph() {
  const host = document.getElementById("graph");
  const width = 1000, height = 190, last = Math.max(1, positions.length - 1);
  const x = (index) => (index / last) * width, y = (rate) => 8 + (1 - rate) * (height - 16);
  const graph = svg(host, "svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": say("先手の勝率", "Black's win rate") });
  const points = positions.map((position, index) => `${x(index).toFixed(1)},${y(position.win_rate).toFixed(1)}`);
  svg(graph, "polygon", { points: `0,${y(0.5)} ${points.join(" ")} ${width},${y(0.5)}`, fill: "var(--ink)", opacity: 0.08 });
  svg(graph, "line", { x1: 0, x2: width, y1: y(0.5), y2: y(0.5), stroke: "var(--line)" });
  svg(graph, "polyline", { points: points.join(" "), fill: "none", stroke: "var(--ink)", "stroke-width": 1.5, "vector-effect": "non-scaling-stroke" });
  game.moves.forEach((move, index) => {
    const at = [x(index + 1), y(move.win_rate)];
    if (move.class) {
      const dot = svg(graph, "ellipse", { cx: at[0], cy: at[1], rx: 2 + 4 * move.loss, ry: 3 + 6 * move.loss, fill: "var(--alert)" });
      svg(dot, "title", {}, `${move.ply} ${moveText(index + 1)} ${CLASSES[move.class]}`);
    }
    if (move.missed_mate) {
      svg(graph, "path", { d: `M${at[0]} ${at[1] - 9} l4 6 -4 6 -4 -6Z`, fill: "none", stroke: "var(--alert)" });
    }
  });
  svg(graph, "line", { id: "cursor", y1: 0, y2: height, stroke: "var(--engine)", "stroke-width": 2, "vector-effect": "non-scaling-stroke" });
  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * last));
  });
  return () => {
    const line = document.getElementById("cursor");
    line.setAttribute("x1", x(cursor));
    line.setAttribute("x2", x(cursor));
  };
}
function drawMoves() {
  const host = document.getElementById("moves");
  positions.forEach((position, index) => {
    const move = game.moves[index - 1];
    const button = element(element(host, "li"), "button");
    button.type = "button";
    element(button, "span", index);
    element(button, "span", move ? moveText(index) : say("開始局面", "start"));
    element(button, "span", position.mate !== null && position.mate !== undefined ? say("詰", "mate") : position.eval_cp);
    element(button, "span", move && move.class ? CLASSES[move.class] : move && move.usi === move.best ? "◎" : "", move && move.class ? "bad" : "best");
    button.addEventListener("click", () => go(index));
  });
}
function drawSummary() {
  const host = document.getElementById("summary");
  const head = element(element(host, "thead"), "tr");
  for (const text of ["", say("一致", "matches"), say("平均損失", "mean loss"), ...Object.values(CLASSES), say("詰み逃し", "missed mates")]) element(head, "th", text);
  const body = element(host, "tbody");
  game.summary.forEach((side, index) => {
    const row = element(body, "tr");
    element(row, "td", `${index ? "☖" : "☗"} ${index ? game.white : game.black}`);
    element(row, "td", `${side.matches}/${side.moves}`);
    element(row, "td", `${(100 * side.mean_loss).toFixed(1)} %`);
    side.classes.forEach((count) => element(row, "td", count));
    element(row, "td", side.missed_mates);
  });
}

const moveCursor = drawGraph();
drawMoves();
drawSummary();
drawDecisive();
/** Scrolls the list, never the page. */
function keepVisible(button) {
  const list = document.getElementById("moves"), top = button.offsetTop;
  if (top < list.scrollTop) list.scrollTop = top;
  const below = top + button.offsetHeight - list.clientHeight;
  if (below > list.scrollTop) list.scrollTop = below;
}
function go(index) {
  cursor = Math.max(0, Math.min(positions.length - 1, index));
  drawBoard();
  drawStatus();
  moveCursor();
  document.querySelectorAll("#moves button").forEach((button, at) => {
    button.setAttribute("aria-current", String(at === cursor));
    if (at === cursor) keepVisible(button);
  });
}
function nextMistake(step) {
  for (let index = cursor + step; index > 0 && index < positions.length; index += step) {
    if (game.moves[index - 1].class || game.moves[index - 1].missed_mate) return index;
  }
  return cursor;
}
const COMMANDS = {
  ArrowLeft: () => cursor - 1, ArrowRight: () => cursor + 1, Home: () => 0, End: () => positions.length,
  ArrowUp: () => nextMistake(-1), ArrowDown: () => nextMistake(1),
};
document.addEventListener("keydown", (event) => {
  const command = COMMANDS[event.key];
  if (!command || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  go(command());
});
document.querySelectorAll("nav button").forEach((button) => {
  const [ja, en] = button.textContent.split(" / ");
  button.textContent = say(ja, en);
  button.addEventListener("click", () => go(COMMANDS[button.dataset.key]()));
});
document.getElementById("help").textContent = say("← → 一手、↑ ↓ 前後の悪手、Home End 最初と最後。青い矢印はエンジンの最善手。", "Arrows left and right: one move; up and down: the mistakes; Home and End. The indigo arrow is the engine's move.");
go(0);
