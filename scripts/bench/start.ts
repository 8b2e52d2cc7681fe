// How long the product takes to start on a database folder of its own, and how much memory it uses when idle.
import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { BenchContext, BenchPart, Line } from './bench-part.ts'
import { startBuilt } from './built-product.ts'
import { memoryOf } from './children.ts'

const STARTS = 5
/** Long enough for the first sweep and for what a start leaves behind to be given back. */
const IDLE_MS = 30_000
const GOALS = { warmSeconds: 0.8, idleMiB: 150 }

export const part: BenchPart = { name: 'start', sizes: 'largest', run }

async function run({ say }: BenchContext): Promise<Line[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ninefold-start-'))
  await chmod(folder, 0o711) // root's database runs under another account
  try {
    const first = await startOnce(folder)
    say(`first start ${(first.startedIn / 1000).toFixed(1)} s`)
    const warm: number[] = []
    for (let i = 0; i < STARTS; i++) warm.push((await startOnce(folder)).startedIn / 1000)
    const idle = await startOnce(folder, IDLE_MS)
    return [
      { operation: 'first start', value: first.startedIn / 1000, unit: 's', atMost: true },
      {
        operation: 'warm start',
        value: warm.sort((a, b) => a - b)[Math.floor(STARTS / 2)] ?? 0,
        unit: 's',
        goal: GOALS.warmSeconds,
        atMost: true,
      },
      { operation: 'memory, idle', value: idle.memory, unit: 'MiB', goal: GOALS.idleMiB, atMost: true },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function startOnce(dataDir: string, idleMs = 0): Promise<{ startedIn: number; memory: number }> {
  const product = await startBuilt({ DATA_DIR: dataDir })
  try {
    const page = await (await fetch(product.url)).text()
    assert.match(page, /<h1/, 'The first page is no page')
    await wait(idleMs)
    return { startedIn: product.startedIn, memory: (await memoryOf(product.pid))?.rss ?? 0 }
  } finally {
    await product.stop()
  }
}
