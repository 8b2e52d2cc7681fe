import { spawnSync } from 'node:child_process'
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { findNode } from '../../scripts/setup.mjs'
import type { Measurement } from './budget-case.ts'

const MAX_CPU_MS = 20
const MAX_PEAK_MIB = 10
/** Time after which a parser counts as stuck. */
const STUCK_TIMEOUT_MS = 120_000

const folder = path.join(import.meta.dirname, 'cases')

describe('parsers of user text stay within 20 ms of processor time and 10 MiB', () => {
  test.for(readdirSync(folder).sort())('%s', { timeout: STUCK_TIMEOUT_MS + 10_000 }, (file) => {
    const { measurements, unfinished: unfinishedTexts } = measure(path.join(folder, file))
    expect(unfinishedTexts, 'a text that was not read to its end').toBeNull()
    expect(measurements.length).toBeGreaterThan(0)
    const overBudget = measurements.filter(
      ({ cpuMs, peakMiB }) => cpuMs > MAX_CPU_MS || peakMiB > MAX_PEAK_MIB,
    )
    expect(overBudget).toEqual([])
  })
})

/** Runs the cases of a file in their own process. */
function measure(file: string): { measurements: Measurement[]; unfinished: string | null } {
  const script = path.join(import.meta.dirname, 'measure-process.ts')
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-budget-'))
  const report = path.join(folder, 'report')
  // A file accepts every line at once, where a full pipe would block.
  const { stderr, status } = spawnSync(findNode(), ['--expose-gc', script, file], {
    encoding: 'utf8',
    timeout: STUCK_TIMEOUT_MS,
    stdio: ['ignore', openSync(report, 'w'), 'pipe'],
  })
  const lines = readFileSync(report, 'utf8').split('\n').filter(Boolean)
  rmSync(folder, { recursive: true })
  const measurements = lines
    .map((line) => JSON.parse(line))
    .filter((line): line is Measurement => 'cpuMs' in line)
  return { measurements, unfinished: status === 0 ? null : `${lines.at(-1) ?? ''}\n${stderr}` }
}
