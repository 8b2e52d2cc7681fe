import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { cloneDatabase, cloneFilledDatabase, type TestDatabase } from '#test/database.ts'
import { freePort } from './free-port.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Each start compiles the same code; it takes it from here when nothing has changed. */
const COMPILED = path.join(ROOT, 'node_modules/.cache/test-product')
const READY_WITHIN_MS = 60_000

/** The built product as its own process, on a database of its own. */
export type Product = {
  url: string
  database: TestDatabase
  /** Everything printed so far, by all its processes. */
  output(): string
  /** The sign-in link of the demo workspace that the console printed last. */
  demoLink(): string
  /** kill -9, as a power cut to the process. */
  kill(): Promise<void>
  /** Starts it again on the same database and port. */
  restart(): Promise<void>
  /** Stops it in good order and removes its database. */
  stop(): Promise<void>
}

/**
 * Starts the product and waits until it is ready. `settings` are environment variables. The demo workspace is there
 * already, as after an earlier start, unless it has to be made by this very one.
 */
export async function startProduct(
  settings: Record<string, string> = {},
  { makesDemo = false } = {},
): Promise<Product> {
  const isDemo = settings.DEMO === '1' && !makesDemo
  return startOn(await (isDemo ? cloneDemo() : cloneDatabase()), settings)
}

/** A first start makes the workspace, once in a run. */
function cloneDemo(): Promise<TestDatabase> {
  return cloneFilledDatabase('demo', async (database) => {
    const first = await startOn({ ...database, drop: async () => {} }, { DEMO: '1' })
    await first.stop()
  })
}

async function startOn(database: TestDatabase, settings: Record<string, string>): Promise<Product> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let output = ''
  let process_ = await launch()

  async function launch(): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['src/server/main.ts'], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        APP_URL: url,
        NODE_COMPILE_CACHE: COMPILED,
        DATABASE_URL: database.ownerUrl,
        LOG_LEVEL: 'warn',
        DEMO: '0',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const note = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout?.on('data', note)
    child.stderr?.on('data', note)
    await ready(child)
    return child
  }

  async function ready(child: ChildProcess): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS
    while (Date.now() < deadline) {
      if (child.exitCode !== null) throw new Error(`The product stopped at its start:\n${output}`)
      const answer = await fetch(`${url}/readyz`).catch(() => null)
      if (answer?.ok) return
      await wait(50)
    }
    child.kill('SIGKILL')
    throw new Error(`The product was not ready in time:\n${output}`)
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (process_.exitCode !== null || process_.signalCode !== null) return
    const exited = once(process_, 'exit')
    process_.kill(signal)
    await exited
  }

  return {
    url,
    database,
    output: () => output,
    demoLink: () => output.match(/http\S+\/auth\/verify\?token=\S+/g)?.at(-1) ?? '',
    kill: () => end('SIGKILL'),
    restart: async () => {
      process_ = await launch()
    },
    stop: async () => {
      await end('SIGTERM')
      await database.drop()
    },
  }
}
