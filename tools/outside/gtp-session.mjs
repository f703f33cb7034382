// A GTP session with an engine, driven by Sabaki's client.
//
//   node gtp-session.mjs ENGINE FILE.sgf
//
// FILE.sgf is an endgame that the engine proves. Prints one JSON object with what was answered; the exit code is 1 when
// an answer is not what GTP asks for.

import assert from 'node:assert/strict'
import gtp from '@sabaki/gtp'

const [engine, file] = process.argv.slice(2)
const controller = new gtp.Controller(engine, ['gtp'])

async function send(name, ...args) {
  const response = await controller.sendCommand({name, args})
  return {...response, sent: [name, ...args].join(' ')}
}

async function ok(name, ...args) {
  const response = await send(name, ...args)
  assert.equal(response.error, false, `${response.sent}: ${response.content}`)
  return response.content
}

async function fails(message, name, ...args) {
  const response = await send(name, ...args)
  assert.deepEqual([response.error, response.content], [true, message], response.sent)
}

async function administration() {
  assert.equal(await ok('protocol_version'), '2')
  const commands = (await ok('list_commands')).split('\n')
  for (const name of ['genmove', 'undo', 'loadsgf', 'final_score', 'kata-analyze']) {
    assert.ok(commands.includes(name), name)
    assert.equal(await ok('known_command', name), 'true')
  }
  await fails('unknown command', 'no_such_command')
  await fails('unacceptable size', 'boardsize', '25')
}

async function moves() {
  await ok('boardsize', '9')
  await ok('clear_board')
  await ok('komi', '6.5')
  await ok('play', 'B', 'E5')
  await fails('illegal move', 'play', 'W', 'E5')
  await fails('syntax error', 'play', 'W', 'I5')
  await ok('play', 'W', 'C3')
  assert.match(await ok('showboard'), /3 . . O/)
  await ok('undo')
  await ok('undo')
  await fails('cannot undo', 'undo')
}

async function endgame() {
  await ok('loadsgf', file)
  const line = []
  let color = 'B'
  while (line.at(-1) !== 'pass' || line.at(-2) !== 'pass') {
    assert.ok(line.length < 100, 'the game does not end')
    line.push(await ok('genmove', color))
    color = color === 'B' ? 'W' : 'B'
  }
  return {line, score: await ok('final_score')}
}

/** Reports of an analysis until it is ended by the next command. */
async function analysis() {
  await ok('loadsgf', file)
  const reports = []
  let enough
  const some = new Promise(resolve => (enough = resolve))
  const whole = controller.sendCommand({name: 'kata-analyze', args: ['B', '5']}, ({line}) => {
    if (line.startsWith('info ')) reports.push(line)
    if (reports.length >= 3) enough()
  })
  await some
  // Sabaki ends an analysis by sending a command past the queue.
  controller.process.stdin.write('protocol_version\n')
  await whole
  return reports[0]
}

controller.start()
const problems = []
controller.on('stderr', ({content}) => problems.push(content))
await administration()
await moves()
const played = await endgame()
const report = await analysis()
await controller.stop()
assert.deepEqual(problems, [])
console.log(JSON.stringify({...played, report}))
