// Scenarios and their findings.
import type { Table } from '../shared/report.ts'
import type { Stage } from './stage.ts'

/** A measurement and its promise. `met` is null if it can't be measured here, with the reason in `limit`. */
export type Finding = {
  promise: number
  what: string
  measured: string
  limit: string
  met: boolean | null
}
export type Row = Finding & { scenario: string }

export type Scenario = {
  name: string
  /** Time limit of the scenario. */
  seconds: number
  run(stage: Stage): Promise<Finding[]>
}

/** A measurement beside its promise: `≤ 5 s`, `≥ 0.8 ×`, or the value that it must have. */
export function finding(
  promise: number,
  what: string,
  value: number | string,
  limit: number | string,
): Finding {
  const [, bound, amount, unit = ''] = /^([≤≥]) ([\d.]+)( .+)?$/.exec(String(limit)) ?? []
  if (!bound) return { promise, what, measured: String(value), limit: String(limit), met: value === limit }
  const number = Number(value)
  const met = bound === '≤' ? number <= Number(amount) : number >= Number(amount)
  const digits = Math.abs(number) < 10 ? 2 : 0
  const measured = number.toLocaleString('en', { maximumFractionDigits: digits }) + unit
  return { promise, what, measured, limit: String(limit), met }
}

const HEAD = ['promise', 'scenario', 'what', 'measured', 'limit', 'met']

export function tableOf(rows: readonly Row[]): Table {
  const cells = rows.map(({ promise, scenario, what, measured, limit, met }) => {
    const word = met ? 'yes' : 'NO'
    return [String(promise).padStart(2, '0'), scenario, what, measured, limit, met === null ? '–' : word]
  })
  return { rows: [HEAD, ...cells], numbersFrom: HEAD.length }
}
