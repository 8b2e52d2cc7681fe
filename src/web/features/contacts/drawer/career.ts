import type { PersonRecord, Position } from '#domain/enrichment/person-record.ts'

/**
 * The current job (or, between jobs, the last one) and up to four previous positions. The first history entry is the
 * current or last role itself, so previous positions are entries 2 to 5.
 */
export function professionalHistory(employment: PersonRecord['employment']): {
  latest: Position | null
  isCurrent: boolean
  previous: Position[]
} {
  const [first = null] = employment.history
  return {
    latest: employment.current ?? first,
    isCurrent: employment.current !== null,
    previous: employment.history.slice(1, 5),
  }
}
