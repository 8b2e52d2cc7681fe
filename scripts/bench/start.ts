// Start time of the product on its own database folder, and its memory when idle.
import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { quantile } from '#test/product/load.ts'
import { runProduct } from '#test/product/running-product.ts'
import { memoryOf } from '../shared/memory.ts'
import type { BenchContext, Measurement } from './bench-part.ts'

const WARM_START_COUNT = 5
/** Long enough for the first sweep and for memory of the start to be released. */
const IDLE_MS = 30_000

export async function measureStart({ after }: BenchContext): Promise<Measurement[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ninefold-start-'))
  after(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o711) // root's database runs under another account
  const firstStart = await startOnce(folder)
  const warmSeconds: number[] = []
  for (let i = 0; i < WARM_START_COUNT; i++) warmSeconds.push((await startOnce(folder)).seconds)
  const idleStart = await startOnce(folder, IDLE_MS)
  return [
    { operation: 'first start', value: firstStart.seconds, unit: 's', isLowerBetter: true },
    { operation: 'warm start', value: quantile(warmSeconds, 0.5), unit: 's', goal: 0.8, isLowerBetter: true },
    { operation: 'memory, idle', value: idleStart.memory, unit: 'MiB', goal: 150, isLowerBetter: true },
  ]
}

async function startOnce(folder: string, idleMs = 0): Promise<{ seconds: number; memory: number }> {
  const startedAt = performance.now()
  const product = await runProduct('', { DATA_DIR: folder, DEMO: '1' })
  const seconds = (performance.now() - startedAt) / 1000
  try {
    assert.match(await (await fetch(product.url)).text(), /<h1/, 'The first page is no page')
    await wait(idleMs)
    return { seconds, memory: await memoryOf(product.pid()) }
  } finally {
    await product.end('SIGTERM')
  }
}
