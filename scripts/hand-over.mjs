// Runs a TypeScript file with Node 24 in place of this process, with the same terminal, signals and exit code.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { childEnv, root, SetupError } from './setup.mjs'

/** The parent process, which may exit while this one installs and builds. */
const parent = process.ppid

export function handOver(node, args, env = {}) {
  const child = spawn(node, args, { cwd: root, env: childEnv(node, env), stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => {
      // The terminal already sends Ctrl-C to the child; a second signal would cut its shutdown short.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  if (process.env.npm_lifecycle_event) stopWithParent(child)
  child.on('error', (error) => {
    console.error(`Can't run ${node}: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/** Stops the child when npm's shell exits, because that shell forwards no signals. */
function stopWithParent(child) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 250)
  watch.unref()
}

/** Runs the steps and prints a SetupError without a stack. */
export function printSetupErrors(steps) {
  try {
    steps()
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error)
    process.exit(1)
  }
}
