// Scenarios and their findings.
import type { Table } from '../shared/report.ts'
import type { Stage } from './stage.ts'

/** A measurement and its promise. `isMet` is null if it can't be measured here, with the reason in `limit`. */
export type Finding = {
  promiseId: number
  title: string
  measurement: string
  limit: string
  isMet: boolean | null
}
export type Row = Finding & { scenario: string }

export type Scenario = {
  name: string
  /** Time limit of the scenario. */
  seconds: number
  run(stage: Stage): Promise<Finding[]>
}

/** Compares a value with its limit: `≤ 5 s`, `≥ 0.8 ×`, or the expected value. */
export function finding(
  promiseId: number,
  title: string,
  value: number | string,
  limit: number | string,
): Finding {
  const [, comparison, amount, unit = ''] = /^([≤≥]) ([\d.]+)( .+)?$/.exec(String(limit)) ?? []
  if (!comparison)
    return { promiseId, title, measurement: String(value), limit: String(limit), isMet: value === limit }
  const number = Number(value)
  const isMet = comparison === '≤' ? number <= Number(amount) : number >= Number(amount)
  const digits = Math.abs(number) < 10 ? 2 : 0
  const measurement = number.toLocaleString('en', { maximumFractionDigits: digits }) + unit
  return { promiseId, title, measurement, limit: String(limit), isMet }
}

const TABLE_HEAD = ['promise', 'scenario', 'what', 'measured', 'limit', 'met']

export function tableOf(rows: readonly Row[]): Table {
  const cells = rows.map(({ promiseId, scenario, title, measurement, limit, isMet }) => {
    const verdict = isMet ? 'yes' : 'NO'
    return [
      String(promiseId).padStart(2, '0'),
      scenario,
      title,
      measurement,
      limit,
      isMet === null ? '–' : verdict,
    ]
  })
  return { rows: [TABLE_HEAD, ...cells], firstNumberColumn: TABLE_HEAD.length }
}
