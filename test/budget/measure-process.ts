// `node --expose-gc test/budget/measure-process.ts <file of cases>`: measures each text and prints one line of JSON
// each.
import { readFileSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { BudgetCase, Measurement } from './budget-case.ts'

const MAX_RUNS = 5
const FAR_BELOW_BUDGET = { cpuMs: 5, peakMiB: 3 }
const MIB = 1024 * 1024

const { cases }: { cases: BudgetCase[] } = await import(path.resolve(process.argv[2] ?? ''))
for (const each of cases) {
  for (let run = 0; run < MAX_RUNS; run++) await each.read(each.ordinaryText)
  for (const [text, value] of each.texts) {
    // Announces the text first, so that the last line names it if the parser never returns.
    printLine({ parser: each.name, text })
    printLine({ parser: each.name, text, ...(await measure(each, value)) })
  }
}

async function measure({ read }: BudgetCase, text: string): Promise<Pick<Measurement, 'cpuMs' | 'peakMiB'>> {
  let cpuMs = Number.POSITIVE_INFINITY
  let peakMiB = Number.POSITIVE_INFINITY
  await read(text)
  for (let run = 0; run < MAX_RUNS; run++) {
    // The best of five runs counts, so a run far below the budget ends the search and saves minutes.
    if (cpuMs < FAR_BELOW_BUDGET.cpuMs && peakMiB < FAR_BELOW_BUDGET.peakMiB) break
    if (run > 0) globalThis.gc?.()
    const memoryBefore = resetPeak()
    const cpuBefore = process.cpuUsage()
    await read(text)
    const { user, system } = process.cpuUsage(cpuBefore)
    cpuMs = Math.min(cpuMs, (user + system) / 1000)
    peakMiB = Math.min(peakMiB, (peakBytes() - memoryBefore) / MIB)
  }
  return { cpuMs, peakMiB }
}

/** Resets the peak to the memory in use now, where the system can (Linux). @returns that in bytes */
function resetPeak(): number {
  try {
    writeFileSync('/proc/self/clear_refs', '5')
  } catch {
    // On other systems the peak only rises, so a text's memory is measured when it sets a new peak.
  }
  return peakBytes()
}

function peakBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]
  return Number(kilobytes) * 1024
}

function printLine(line: object): void {
  writeSync(1, `${JSON.stringify(line)}\n`)
}
