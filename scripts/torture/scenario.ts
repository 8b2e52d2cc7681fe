// Scenarios and their findings.
import type { Stage } from './stage.ts'

/** A measurement and its promise. `met` is null if it can't be measured here, with the reason in `limit`. */
export type Finding = {
  promise: number
  what: string
  measured: string
  limit: string
  met: boolean | null
}

export type Scenario = {
  name: string
  /** It is given up after so long. */
  seconds: number
  run(stage: Stage): Promise<Finding[]>
}

/** A figure with an upper bound. */
export function atMost(promise: number, what: string, value: number, limit: number, unit = ''): Finding {
  const measured = `${show(value)}${unit && ` ${unit}`}`
  return { promise, what, measured, limit: `≤ ${show(limit)}${unit && ` ${unit}`}`, met: value <= limit }
}

/** A figure with a lower bound. */
export function atLeast(promise: number, what: string, value: number, limit: number, unit = ''): Finding {
  const measured = `${show(value)}${unit && ` ${unit}`}`
  return { promise, what, measured, limit: `≥ ${show(limit)}${unit && ` ${unit}`}`, met: value >= limit }
}

/** A value that must be exact. */
export function equalTo(
  promise: number,
  what: string,
  value: number | string,
  wanted: number | string,
): Finding {
  return { promise, what, measured: String(value), limit: String(wanted), met: value === wanted }
}

/** A promise that can't be measured here, with the reason. */
export function notMeasurable(promise: number, what: string, why: string): Finding {
  return { promise, what, measured: '', limit: why, met: null }
}

function show(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 })
}
