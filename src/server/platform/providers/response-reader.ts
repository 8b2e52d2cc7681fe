import type { IsoDate } from '#domain/enrichment/person-record.ts'
import {
  inTitleCase,
  listAt,
  numberAt,
  type ParsedDate,
  readDate,
  textAt,
  textsAt,
  valueAt,
} from './raw-fields.ts'

/**
 * Collects fields of a response with impossible values; they are unknown in the record and named in its provenance.
 * Missing values and `true` ("not in your plan") are merely unknown.
 */
export type RejectedFields = {
  /** Records a rejected field, in words for the agent: `birth year`. */
  record(field: string): void
  fields(): string[]
}

export function createRejectedFields(): RejectedFields {
  const fields = new Set<string>()
  return { record: (field) => fields.add(field), fields: () => [...fields].sort() }
}

const EARLIEST: IsoDate = '1900-01-01'
const MAX_TEXTS = 300
const MAX_ENTRY_LENGTH = 200

/** Reads a part of a provider's response by paths. Impossible values are unknown and noted as rejected. */
export class ResponseReader {
  readonly raw: unknown
  readonly today: IsoDate
  readonly rejected: RejectedFields

  constructor(raw: unknown, today: IsoDate, rejected = createRejectedFields()) {
    this.raw = raw
    this.today = today
    this.rejected = rejected
  }

  /** Reader of another part of the same response. */
  of(raw: unknown): ResponseReader {
    return new ResponseReader(raw, this.today, this.rejected)
  }

  value(path: string): unknown {
    return valueAt(this.raw, path)
  }

  text(...paths: string[]): string | null {
    return textAt(this.raw, ...paths)
  }

  /** Text with capitals, for providers that send lower case. */
  title(...paths: string[]): string | null {
    return inTitleCase(this.text(...paths))
  }

  /** Number within the bounds. */
  number(field: string, path: string, min: number, max: number): number | null {
    const value = numberAt(this.raw, path, -Infinity, Infinity)
    return value === null || (value >= min && value <= max) ? value : this.#reject(field, null)
  }

  /** Date from 1900 to `latest`. */
  date(field: string, path: string, latest = this.today): ParsedDate | null {
    const value = this.value(path)
    const date = readDate(value)
    if (date && date.day >= EARLIEST && date.day <= latest) return date
    return date || looksLikeDate(value) ? this.#reject(field, null) : null
  }

  /** First day of the paths, from 1900 to `latest`. */
  day(field: string, paths: string | readonly string[], latest = this.today): IsoDate | null {
    for (const path of [paths].flat()) {
      const date = this.date(field, path, latest)
      if (date) return date.day
    }
    return null
  }

  /** The day so many days from today. */
  daysAhead(days: number): IsoDate {
    return new Date(Date.parse(this.today) + days * 86_400_000).toISOString().slice(0, 10)
  }

  thisYear(): number {
    return Number(this.today.slice(0, 4))
  }

  /** Texts of a list, unless it is implausibly long, without entries that are too long. */
  texts(field: string, path: string): string[] {
    const entries = this.value(path)
    if (Array.isArray(entries) && entries.length > MAX_TEXTS) return this.#reject(field, [])
    const texts = textsAt(this.raw, path)
    const short = texts.filter((text) => text.length <= MAX_ENTRY_LENGTH)
    return short.length < texts.length ? this.#reject(field, short) : short
  }

  /** Entries of a list with at most `max`. */
  list(field: string, path: string, max: number): ResponseReader[] {
    const entries = listAt(this.raw, path)
    return entries.length <= max ? entries.map((entry) => this.of(entry)) : this.#reject(field, [])
  }

  /** Coordinates: both or none. */
  point(north: string, east: string): { latitude: number | null; longitude: number | null } {
    const latitude = this.number('coordinates', north, -90, 90)
    const longitude = this.number('coordinates', east, -180, 180)
    return latitude === null || longitude === null
      ? { latitude: null, longitude: null }
      : { latitude, longitude }
  }

  #reject<T>(field: string, value: T): T {
    this.rejected.record(field)
    return value
  }
}

/** True for text of digits and separators, which was meant as a date. */
function looksLikeDate(value: unknown): boolean {
  return typeof value === 'string' && /^\d[\d/.:TZ -]{3,39}$/.test(value.trim())
}
