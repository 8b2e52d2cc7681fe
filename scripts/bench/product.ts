import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#test/product/free-port.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** With a build, where the sources have changed. */
const READY_WITHIN_MS = 180_000

/** The product as `npm start` runs it, built and in a process of its own, on the database that was filled. */
export async function startProduct(ownerUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const product = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: ownerUrl,
      LOG_LEVEL: 'silent',
      DEMO: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(product, 'exit')
  const deadline = Date.now() + READY_WITHIN_MS
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (product.exitCode !== null || Date.now() > deadline) throw new Error('The product did not start')
    await wait(100)
  }
  return {
    url,
    async stop() {
      product.kill('SIGTERM')
      await exited
    },
  }
}
