import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { BUILT_SERVER, BUILT_SETTINGS } from '../../scripts/built-server.mjs'
import { freePort } from './free-port.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const READY_TIMEOUT_MS = 60_000
const POLL_MS = 20
const DEMO_LINK_PATTERN = /\/auth\/verify\?token=\S+\n/

/** The built product as its own process. */
export type RunningProduct = {
  url: string
  /** Process id of the current process. */
  pid(): number
  /** Everything printed so far, by all its processes. */
  output(): string
  /** Sends a signal and waits for the end, also while it starts. @returns how the process ended */
  end(signal: NodeJS.Signals): Promise<ProcessEnd>
  /** Starts it again on the same database and port. Returns when it is ready or `end` was called. */
  restart(): Promise<void>
}

/** How a process ended: by itself with a code, or by a signal. */
export type ProcessEnd = { code: number | null; signal: NodeJS.Signals | null }

type RunOptions = {
  /** Called with each process before it is ready. */
  onStart?: (child: ChildProcess) => void
  /** Node options and file, by default of the built server. */
  server?: readonly string[]
}

/**
 * Starts the product on a database, or with '' on the one of its data folder, and waits until it is ready. `settings` are
 * environment variables.
 */
export async function runProduct(
  databaseUrl: string,
  settings: Record<string, string> = {},
  { onStart, server = BUILT_SERVER }: RunOptions = {},
): Promise<RunningProduct> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  // The demo link is printed a moment after the product answers.
  const isLinkPrinted = settings.DEMO === '1' && settings.ROLE !== 'worker'
  let output = ''
  let child: ChildProcess
  let endingChild: ChildProcess | undefined
  await launch()

  async function launch(): Promise<void> {
    const outputStart = output.length
    const newChild = spawn(process.execPath, server, {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        // Such as --cpu-prof.
        NODE_OPTIONS: process.env.NODE_OPTIONS,
        PORT: String(port),
        APP_URL: url,
        ...BUILT_SETTINGS,
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        LOG_LEVEL: 'warn',
        DEMO: '0',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = newChild
    onStart?.(newChild)
    const appendOutput = (chunk: Buffer) => {
      output += chunk.toString()
    }
    newChild.stdout?.on('data', appendOutput)
    newChild.stderr?.on('data', appendOutput)
    await waitForReady(newChild, outputStart)
  }

  async function waitForReady(newChild: ChildProcess, outputStart: number): Promise<void> {
    const deadline = Date.now() + READY_TIMEOUT_MS
    while (Date.now() < deadline) {
      if (newChild === endingChild) return
      if (newChild.exitCode !== null || newChild.signalCode !== null)
        throw new Error(`The product stopped at its start:\n${output}`)
      const response = await fetch(`${url}/readyz`).catch(() => null)
      if (response?.ok && (!isLinkPrinted || DEMO_LINK_PATTERN.test(output.slice(outputStart)))) return
      await wait(POLL_MS)
    }
    newChild.kill('SIGKILL')
    throw new Error(`The product was not ready in time:\n${output}`)
  }

  return {
    url,
    pid: () => child.pid ?? 0,
    output: () => output,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) {
        endingChild = child
        const exit = once(child, 'exit')
        child.kill(signal)
        await exit
      }
      return { code: child.exitCode, signal: child.signalCode }
    },
    restart: launch,
  }
}
