// Runs a TypeScript file under Node 24 in place of this process: same terminal, same signals, same exit code.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { childEnv, root, SetupError } from './setup.mjs'

/** Who started this: installing and building take a while, in which it may go. */
const parent = process.ppid

export function handOver(node, args, env = {}) {
  const child = spawn(node, args, { cwd: root, env: childEnv(node, env), stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => {
      // Ctrl-C reaches the child from the terminal already; a second one would cut its shutdown short.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  if (process.env.npm_lifecycle_event) stopWithParent(child)
  child.on('error', (error) => {
    console.error(`${node} cannot be run: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/** The shell in which npm runs a script passes no signal on: when it has gone, nobody else would stop the child. */
function stopWithParent(child) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 250)
  watch.unref()
}

/** Runs the steps; a step that says itself what to do needs no stack. */
export function orExplain(steps) {
  try {
    steps()
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error)
    process.exit(1)
  }
}
