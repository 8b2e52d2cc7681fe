// The product as `npm start` runs it once it is built.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#test/product/free-port.ts'
import { BUILT_BOUNDS, BUILT_SERVER, BUILT_SETTINGS } from '../built-server.mjs'
import type { Running } from './bench-part.ts'
import { profilerArguments, startChild } from './children.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const READY_WITHIN_MS = 60_000
const LOOK_MS = 5

/** Starts the built server. @returns also the milliseconds until it answered that it is ready */
export async function startBuilt(settings: Record<string, string>): Promise<Running & { startedIn: number }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const server = spawn(process.execPath, [...profilerArguments(), ...BUILT_SERVER], {
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
      throw new Error('The product did not start')
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

const BUILD = [
  'node_modules/vite/bin/vite.js',
  'build',
  '--config',
  'vite.server.config.ts',
  '--logLevel',
  'error',
]
const LOADED = 'product-process'

/** The product that is sent more than its limits let a person send, made into one file and bounded as `npm start` does. */
export function startLoaded(ownerUrl: string): Promise<Running> {
  const made = [...BUILD, '--ssr', `scripts/bench/${LOADED}.ts`, '--outDir', 'build/bench']
  const { status } = spawnSync(process.execPath, made, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error('The product could not be built')
  const settings = { ...BUILT_SETTINGS, DATABASE_URL: ownerUrl }
  return startChild(path.join(ROOT, `build/bench/${LOADED}.js`), settings, BUILT_BOUNDS)
}
