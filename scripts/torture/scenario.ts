// What a scenario is, and what it finds.
import type { Stage } from './stage.ts'

/** One figure beside its promise. `met` is null where nothing could be measured here; `limit` says why. */
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

/** What has to be just so. */
export function equalTo(
  promise: number,
  what: string,
  value: number | string,
  wanted: number | string,
): Finding {
  return { promise, what, measured: String(value), limit: String(wanted), met: value === wanted }
}

/** What cannot be measured here, and why. */
export function notMeasurable(promise: number, what: string, why: string): Finding {
  return { promise, what, measured: '', limit: why, met: null }
}

function show(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 })
}
