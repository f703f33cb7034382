import { composeEn } from './compose.ts';
import { goEn } from './go.ts';
import { goalsEn, labEn } from './lab.ts';
import { lensEn } from './lens.ts';
import { mateEn } from './mate.ts';

export const en = {
  compose: composeEn,
  go: goEn,
  goals: goalsEn,
  lab: labEn,
  lens: lensEn,
  mate: mateEn,
  name: 'Zenpuku',
  black: 'Black', white: 'White', toMove: (side: string) => `${side} to move`, check: 'check',
  rooms: { analyse: 'Analyse', play: 'Play', library: 'Library', edit: 'Position', settings: 'Settings', go: 'Go', mate: 'Mate', lens: 'Lens', lab: 'Lab' },
  roomsLabel: 'Rooms', moreRooms: 'More', skip: 'Skip to the board', loading: 'Loading …', close: 'Close', cancel: 'Cancel',
  resume: 'Go on', delete: 'Delete', more: 'More', open: 'Open', copy: 'Copy', copied: 'Copied', done: 'Done',
  unsaved: (n: number, reason: string) => `${n === 1 ? 'One record is' : `${n} records are`} not saved: ${reason}. They stay open here, and saving is tried again.`,
  full: (most: string) => `Zenpuku is open in ${most} tabs already, and more are not possible. Close one; this page opens then by itself.`,
  lost: 'The connection to Zenpuku is lost. Trying again …', old: 'Zenpuku was updated: load this page again.',
  reload: 'Load again', notFound: 'This document is not here any more.', toSample: 'Open the sample game',
  // Analyse
  intro: 'A real game, already analysed: click a red dot to see a mistake. Drop a record of your own anywhere on this page.',
  introNarrow: 'A real game, already analysed: its mistakes are under Report. Open brings in a record of your own.',
  openRecord: 'Open', openTitle: 'Open a record', dropHere: 'Drop the record here', dropHint: 'KIF, KI2, CSA, JKF, SFEN or USI, in any encoding; SGF opens the room of Go',
  chooseFile: 'Choose a file', tooManyFiles: (most: number) => `At most ${most} files are opened at once. Import more in the library.`, fileTooLarge: (name: string) => `${name} is larger than 10 MB: no record is.`, pastedText: 'pasted text', textTooLarge: 'This text is larger than 1 MB: open it as a file.', pasteHere: 'Paste a record or a position', openText: 'Open the text', samples: 'Samples',
  newGame: 'Start position', recent: 'Recent games', length: (n: number) => (n === 1 ? '1 move' : `${n} moves`), handicap: 'Handicap', even: 'Even game', gamesInFile: (n: number) => `Game of ${n} in this file`,
  warnings: 'Problems in this file', garbled: 'Some of its text looks garbled: it was probably saved in another encoding.', noMoves: 'No move was found in it.', allProblems: (n: number) => `All ${n} problems`, opening: 'Opening …',
  tabs: { moves: 'Moves', lines: 'Lines', goals: 'Goals', report: 'Report', notes: 'Notes' }, panel: 'Panel', expand: 'Larger panel', shrink: 'Larger board',
  start: 'Start', movesList: 'Moves of the game', variation: 'variation', engine: 'Engine', engineOn: 'Engine on', engineOff: 'Engine off',
  engineHint: 'Switch the engine on (space) to see what it thinks of this position.', thinking: 'thinking …', waiting: 'paused while the engine plays its game', finished: 'all found',
  depth: 'Depth', nodes: 'Nodes', speed: 'Nodes/s', time: 'Time', table: 'Table', linesCount: 'Lines', addLine: 'Add to the game',
  first: 'First move', back: 'Back', forward: 'Forward', last: 'Last move', flip: 'Turn the board', nextMistake: 'Next mistake',
  evaluation: 'Evaluation', winRate: 'Win rate', centipawns: 'Centipawns', graph: 'Course of the game',
  graphHint: 'Analyse the whole game to draw its course here.', analyseGame: 'Analyse the game', again: 'Analyse again', perMove: 'a move', secondsAMove: (s: number) => `${s} s a move`,
  analysing: (done: number, total: number) => `Analysing: ${done} of ${total}`, remaining: (t: string) => `${t} left`, queued: 'waiting for its turn',
  paused: 'Paused while the engine plays its game', cancelled: 'Cancelled: what is finished is kept.', failed: 'It failed', complete: 'Analysed',
  phases: ['Opening', 'Middle game', 'Endgame'] as [string, string, string],
  mistakes: { inaccuracy: 'inaccuracy', dubious: 'dubious', mistake: 'mistake', blunder: 'blunder' },
  mistakeMarks: { inaccuracy: '?!', dubious: '?', mistake: '??', blunder: '???' },
  summary: 'Summary', moves: 'Moves', matches: 'Same as engine', meanLoss: 'Mean loss', missedMates: 'Missed mates', missedMate: (n: number) => `missed a mate in ${n}`,
  best: 'Best', lossText: (p: string) => `−${p}`, noMistakes: 'No mistakes found.', mistakeList: 'Mistakes', notAnalysed: 'This game is not analysed yet.',
  threats: { threatmate: 'Threatmate', brinkmate: 'Brinkmate' }, threatMarks: { threatmate: 'threat', brinkmate: 'brink' }, threatPlay: 'Play the mate', threatStop: 'Back to the move',
  threatText: { threatmate: (n: number) => `If nothing is done: mate in ${n}.`, brinkmate: (n: number) => `Every defence is mated; if nothing is done: mate in ${n}.` },
  learn: 'Learn from your mistakes', learnAs: (side: string) => `${side}'s mistakes`, learnAsk: (side: string) => `${side} to move: find a better one.`,
  learnGood: 'Good: as strong as the engine’s move.', learnBad: (p: string) => `That costs ${p} of your winning chances. Try another move.`, learnJudging: 'Thinking about your move …',
  learnRefuted: 'The refutation, move by move:',
  learnShow: 'Show the answer', learnNext: 'Next', learnRetry: 'Try again', learnEnd: 'All mistakes done.', learnPlayed: 'Played', learnStop: 'Back to the game',
  comment: 'Comment on this move', commentHint: 'Write what you think here. It is saved by itself.', players: 'Players and event', headersSaved: 'Saved',
  undo: 'Undo', redo: 'Redo', deleteMove: 'Delete from here', promoteMain: 'Make main line', promoteUp: 'Move up', broken: 'Broken here',
  sendTo: 'Send to', sendHint: 'Goes to another room with the position on the board.', export: 'Export', exportRecord: 'Record', annotated: 'with evaluations and mistakes', encoding: 'Encoding', exportAnalysis: 'Analysis', exportPosition: 'Position',
  report: 'Report (HTML)', json: 'Analysis (JSON)', picturePng: 'Picture (PNG)', pictureSvg: 'Picture (SVG)', copySfen: 'Copy SFEN', shareLink: 'Copy link to the position', editPosition: 'Edit the position', playFromHere: 'Play on from here', underLens: 'Open in Search lens', mateFromHere: 'Search for a mate', findInLibrary: 'Find in the library', saveToLibrary: 'Save to the library', savedToLibrary: 'Saved to the library', actions: 'More actions',
  // Board
  board: 'Board', hand: (side: string) => `${side}'s hand`, promote: 'Promote', keep: 'Keep', promoteAsk: 'Promote?', empty: 'empty', selected: 'selected', boardHelp: 'Arrow keys move over the squares, Enter picks up and puts down, Escape leaves.',
  lastMove: 'Last move',
  // Play
  playTitle: 'New game', opponent: 'Opponent', engineOpponent: 'The engine', personOpponent: 'Pass and play', colour: 'You play', random: 'Either', level: 'Strength', clock: 'Clock', noClock: 'No clock', byoyomi: 'Byoyomi', fischer: 'Fischer', mainTime: 'Main time (min)', perMoveTime: 'A move (s)', increment: 'Increment (s)', startGame: 'Start', yourName: 'Your name', you: 'You',
  takeBack: 'Take back', moveNow: 'Move now', hint: 'Hint', resign: 'Resign', declare: 'Declare (27 points)', abort: 'Abort game', sureResign: 'Resign the game?', yes: 'Yes', no: 'No', rotateBoard: 'Turn the board to the side to move', fromPosition: 'From a position of your own',
  pausedGame: 'The clock stands still.', engineThinks: 'The engine is thinking …', yourMove: 'Your move.', anyMove: (side: string) => `${side} to move.`, wins: (side: string) => `${side} wins`, drawn: 'Draw', noResult: 'Broken off',
  reasons: { mate: 'by mate', resign: 'by resignation', time_up: 'on time', repetition: 'by repetition', perpetual_check: 'by perpetual check', declaration: 'by declaration', max_moves: 'by the limit of moves', aborted: '' },
  analyseThis: 'Analyse this game', another: 'Another game', runningGames: 'Games in progress', levelLine: (n: number, d: number) => `${n === 0 ? 'as long as the clock allows' : `${n.toLocaleString('en')} nodes`}${d > 0 ? `, depth ${d}` : ''}`,
  noSuchGame: 'This game is not here any more.', seat: (level: string) => `Zenpuku ${level}`,
  // Library
  libraryIntro: 'Your games, kept on this machine. Import a folder, then search by player, opening, castle or position.', import: 'Import', importFolder: 'Folder on this machine', folderHint: '/home/you/kifu', importFiles: 'Choose files', importDirectory: 'Choose a folder', importSamples: 'Import the sample games', importing: (done: number, total: number) => `Importing: ${done} of ${total} files`, imported: (a: number, d: number, f: number) => [a > 0 || d + f === 0 ? `${a} added` : '', d > 0 ? `${d} already in the library` : '', f > 0 ? `${f} failed` : ''].filter(Boolean).join(', '), saved: 'Saved', savedAlready: 'Already in the library',
  search: 'Search', moreFilters: 'More filters', gameKind: 'Game', shogi: 'Shogi', player: 'Player', sideLabel: 'Side', anySide: 'either', dateFrom: 'From', dateTo: 'To', event: 'Event', result: 'Result', anyResult: 'any', blackWon: 'Black won', whiteWon: 'White won', draw: 'draw', unknownResult: 'unknown', openingName: 'Opening', castle: 'Castle', any: 'any', order: 'Order', orders: { date_down: 'newest first', date_up: 'oldest first', imported: 'lately imported', plies_down: 'longest', black: 'Black’s name', white: 'White’s name' }, games: (n: number) => (n === 1 ? '1 game' : `${n.toLocaleString('en')} games`), noGames: 'No games match.', emptyLibrary: 'The library is empty. Import records to fill it.', clear: 'Clear', withPosition: 'with this position', explorer: 'Opening explorer', explorerHint: 'Play moves on the board to see what was played here.', explorerNone: 'No game of the library has this position.', toStart: 'To the start', games2: 'Games', blackShare: 'Black', drawShare: 'draw', whiteShare: 'White', lastPlayed: 'latest', date: 'Date', analysed: 'analysed', atMove: (n: number) => `at move ${n}`, plies: 'Moves', deleteGames: 'Delete from the library', deleted: 'The game was deleted.', sureDelete: 'Delete this game from the library?', stats: (p: number, a: number) => `${p} players, ${a} analysed`,
  // Editor
  editTitle: 'Set up a position', editHint: 'Drag pieces, or choose one below and click squares. Right click or R turns a piece over.', editHintTouch: 'Drag pieces, or choose one below and tap squares. A tap on a piece turns it over.', clearBoard: 'Clear', startPosition: 'Start position', turn: 'To move', analyseIt: 'Analyse', playIt: 'Play from here', mateIt: 'Solve as a mate', sfen: 'SFEN', legal: 'Legal position', mateOnly: 'Fit for a mate problem only', box: 'Pieces', eraser: 'Remove', restTo: (side: string) => `Rest to ${side}’s hand`, handCount: (piece: string) => `${piece} in hand`,
  problems: { missing_king: 'A king is missing', two_kings: 'Two kings of one side', too_many_pieces: 'Too many pieces of one kind', two_pawns: 'Two pawns on one file', dead_piece: 'A piece that can never move', opponent_in_check: 'The side not to move is in check', syntax: 'This is no SFEN' } as Record<string, string>,
  results: { 投了: 'resignation', 詰み: 'mate', 中断: 'broken off', 千日手: 'repetition', 持将棋: 'impasse', 切れ負け: 'time up', 時間切れ: 'time up', 入玉勝ち: 'declaration', 反則勝ち: 'illegal move', 反則負け: 'illegal move', 反則手: 'illegal move', 不詰: 'no mate', 封じ手: 'sealed move', 不戦勝: 'won by default', 不戦敗: 'lost by default', 引き分け: 'draw', 最大手数: 'limit of moves', 待った: 'move taken back', エラー: 'error' } as Record<string, string>,
  // Settings
  language: 'Language', auto: 'automatic', theme: 'Theme', light: 'light', dark: 'dark', pieces: 'Pieces', piecesOne: 'one kanji', piecesTwo: 'two kanji', piecesLetters: 'letters', coordinates: 'Squares', coordNone: 'none', arrows: 'Arrows of the engine', threads: 'Threads', hash: 'Memory (MiB)', multiPv: 'Lines', analysisTime: 'Analysis time per move (ms)', range: (least: number, most: number) => `This machine allows ${least.toLocaleString('en')} to ${most.toLocaleString('en')}.`, about: 'About', data: 'Data', engineSettings: 'Engine', lookSettings: 'Look', save: 'Save', status: (c: number, j: number) => `${c} connected, ${j} jobs`, licences: 'Zenpuku is free software (MIT or Apache-2.0). Pieces are drawn with Noto Serif JP (SIL Open Font License 1.1).',
  // Keys
  keys: 'Keys', keyRows: [['← →', 'one move back, forward'], ['Home End', 'first, last move'], ['↑ ↓', 'other variations'], ['Space', 'engine on, off'], ['F', 'turn the board'], ['M', 'next mistake'], ['P N', 'promote, do not promote'], ['Right-drag', 'draw an arrow or a circle'], ['H S N', 'mate problems: hint, solution, next'], ['Backspace', 'mate problems: take back, from the start'], ['Ctrl+Z', 'undo an edit'], ['?', 'this list']] as [string, string][],
};

export type Words = typeof en;
