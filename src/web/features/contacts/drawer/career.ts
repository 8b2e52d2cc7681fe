import type { PersonRecord, Position } from '#domain/enrichment/person-record.ts'

const HISTORY_SHOWN = 5

/**
 * The current job (or, between jobs, the last one) and up to four previous positions: of the first five entries of
 * the history those after the first, since the first entry is the current or last role itself.
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
    previous: employment.history.slice(0, HISTORY_SHOWN).slice(1),
  }
}
