import type { IsoDate } from '#domain/enrichment/person-record.ts'

const MAX_TEXT_LENGTH = 500
const MIN_YEAR = 1700
const MAX_YEAR = 2200
const CONTROLS_PATTERN = /\p{Cc}+/gu
/** Matches printable ASCII without surrounding spaces, which needs no cleaning. */
const PLAIN_PATTERN = /^[!-~](?:[ -~]*[!-~])?$/

/**
 * Reads a value of a response by its path (`building.size.bldgSize`). Ignores key case, which differs between endpoints of
 * the same provider. Undefined if any step is missing.
 */
export function valueAt(raw: unknown, path: string): unknown {
  let value = raw
  for (const step of stepsOf(path)) {
    if (typeof value !== 'object' || value === null) return undefined
    const key = findKey(value, step)
    if (key === undefined) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

/** Finds a key in any case. Steps are ASCII, so keys of another length can't match. */
function findKey(value: object, step: string): string | undefined {
  for (const key of Object.keys(value)) {
    if (key.length === step.length && key.toLowerCase() === step) return key
  }
  return undefined
}

const knownSteps = new Map<string, string[]>()

/** Splits a path and caches it; paths are constants, so the cache stays small. */
function stepsOf(path: string): string[] {
  let steps = knownSteps.get(path)
  if (!steps) {
    steps = path.toLowerCase().split('.')
    knownSteps.set(path, steps)
  }
  return steps
}

/** First text or number of the paths, trimmed; `true` ("exists, not in your plan") counts as unknown. */
export function textAt(raw: unknown, ...paths: string[]): string | null {
  for (const path of paths) {
    const text = asText(valueAt(raw, path))
    if (text !== null) return text
  }
  return null
}

/** Finite number within the bounds; `"$1,250.50"` counts as 1250.5. */
export function numberAt(raw: unknown, path: string, min = 0, max = 1e10): number | null {
  const value = asNumber(valueAt(raw, path))
  return value === null || value < min || value > max ? null : value
}

/** List at a path; a single object becomes a list of one, anything else an empty list. */
export function listAt(raw: unknown, path: string): unknown[] {
  const value = valueAt(raw, path)
  if (Array.isArray(value)) return value
  return typeof value === 'object' && value !== null ? [value] : []
}

/** Texts of the list at a path, without unknowns and duplicates. */
export function textsAt(raw: unknown, path: string): string[] {
  const value = valueAt(raw, path)
  if (!Array.isArray(value)) return []
  return [...new Set(value.map(asText).filter((text) => text !== null))]
}

/** Date at a path, as a day. */
export function dayAt(raw: unknown, path: string): IsoDate | null {
  return readDate(valueAt(raw, path))?.day ?? null
}

export type ParsedDate = { day: IsoDate; yearOnly: boolean }

/**
 * Reads `2024-05-17`, `2024-05-17T00:00:00Z`, `20240517`, `5/17/2024`, `2024-05` (the 15th) and `2024` (July 1,
 * `yearOnly`). Null for impossible days and for years outside 1700 to 2200.
 */
export function readDate(value: unknown): ParsedDate | null {
  const text = asText(value)
  if (text === null) return null
  const ymd =
    /^(\d{4})[-/](\d{1,2})(?:[-/](\d{1,2}))?(?:[T ].*)?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (ymd)
    return calendarDay(Number(ymd[1]), Number(ymd[2]), ymd[3] === undefined ? 15 : Number(ymd[3]), false)
  const mdy = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  if (mdy) return calendarDay(Number(mdy[3]), Number(mdy[1]), Number(mdy[2]), false)
  return /^\d{4}$/.test(text) ? calendarDay(Number(text), 7, 1, true) : null
}

function calendarDay(year: number, month: number, day: number, yearOnly: boolean): ParsedDate | null {
  if (year < MIN_YEAR || year > MAX_YEAR) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  const isRealDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isRealDay ? { day: date.toISOString().slice(0, 10), yearOnly } : null
}

function asText(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  if (typeof value !== 'string') return null
  if (value.length <= MAX_TEXT_LENGTH && PLAIN_PATTERN.test(value)) return value
  // The database rejects control characters and lone surrogates.
  const text = value
    .slice(0, 4 * MAX_TEXT_LENGTH)
    .replace(CONTROLS_PATTERN, ' ')
    .trim()
    .slice(0, MAX_TEXT_LENGTH)
    .toWellFormed()
  return text === '' ? null : text
}

function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const text = value.replace(/[$,%\s]/g, '')
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null
}

/** Words that stay lower case in a title. */
const SMALL_WORDS = new Set('and at by de del for in la of on or the to van von'.split(' '))
const ACRONYMS = new Set(
  'ceo cfo coo cto cio cmo vp svp evp hr it pr qa rn md phd mba cpa usa us uk llc llp lp pa ii iii iv dc ny nyc ne nw se sw'.split(
    ' ',
  ),
)

/**
 * Capitalizes text that is all lower case, as some providers send it; leaves other text unchanged. `mcdonald` →
 * `McDonald`, `vp of sales` → `VP of Sales`.
 */
export function inTitleCase(text: string | null): string | null {
  if (text === null || text !== text.toLowerCase()) return text
  return text.replace(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu, (word, at: number) => {
    if (ACRONYMS.has(word)) return word.toUpperCase()
    if (at > 0 && SMALL_WORDS.has(word)) return word
    // A unit: `5b`.
    if (/^\d+\p{L}$/u.test(word)) return word.toUpperCase()
    return word
      .replace(/^(mc(?=\p{L}{3})|\p{L})/u, (start) => start.charAt(0).toUpperCase() + start.slice(1))
      .replace(/^(Mc|[OD]['’])(\p{L})/u, (_, start: string, letter: string) => start + letter.toUpperCase())
  })
}
