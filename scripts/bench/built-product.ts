// The product as `npm start` runs it once it is built.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#test/product/free-port.ts'
import { BUILT_SERVER, BUILT_SETTINGS } from '../built-server.mjs'
import type { Running } from './bench-part.ts'
import { profiled } from './children.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const READY_WITHIN_MS = 60_000
const LOOK_MS = 5

/** Starts the built server. @returns also the milliseconds until it answered that it is ready */
export async function startBuilt(settings: Record<string, string>): Promise<Running & { startedIn: number }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const server = spawn(process.execPath, [...profiled(), ...BUILT_SERVER], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      APP_URL: url,
      LOG_LEVEL: 'error',
      ...BUILT_SETTINGS,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(server, 'exit')
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (server.exitCode !== null || performance.now() - begun > READY_WITHIN_MS) {
      server.kill('SIGKILL')
      throw new Error('The product did not start: run `npm start` once, which builds it')
    }
    await wait(LOOK_MS)
  }
  return {
    url,
    pid: server.pid ?? 0,
    startedIn: performance.now() - begun,
    async stop() {
      server.kill('SIGTERM')
      await exited
    },
  }
}
