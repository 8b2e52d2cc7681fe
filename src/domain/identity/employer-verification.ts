import type { PersonRecord, Position, Provenance } from '../enrichment/person-record.ts'
import { parseDay } from '../score/day.ts'
import { NOTHING_TO_VERIFY, type Verification } from './verification.ts'

/** Earliest plausible start of a current job. */
const EARLIEST_YEAR = 1940
const MIN_WORKER_AGE = 14

export type EmployerFacts = {
  employment: PersonRecord['employment']
  birthYear: number | null
  /** Provider of the data; null or missing if no provider has the person. */
  source?: Provenance | null
}

/**
 * Verifies a person's current employer: verified if a provider names a current job with a plausible start date. The
 * check date is the provider's, so old records don't look new.
 */
export function judgeEmployer(person: EmployerFacts | null): Verification {
  const source = person?.source
  if (!person || !source) return NOTHING_TO_VERIFY
  const result = (status: Verification['status'], reason: string): Verification => ({
    status,
    reason,
    checkedAt: source.fetchedAt,
  })
  const { current, history } = person.employment
  if (!current?.company) {
    const lastPosition = history.find(({ company, endDate }) => company && endDate)
    return lastPosition?.endDate
      ? result(
          'unverified',
          `Left ${lastPosition.company} in ${lastPosition.endDate.slice(0, 4)}; no newer job found`,
        )
      : result('unverified', `${source.provider} lists no employer`)
  }
  const fetchedOn = source.fetchedAt.slice(0, 10)
  if (current.endDate && current.endDate <= fetchedOn) {
    return result('failed', `Left ${current.company} in ${current.endDate.slice(0, 4)}`)
  }
  if (!current.startDate) {
    return result('unverified', `${source.provider} lists ${current.company} without a start date`)
  }
  if (!isPlausible(current, person.birthYear, fetchedOn)) {
    return result('unverified', `${source.provider} lists ${current.company} with an impossible start date`)
  }
  return result(
    'verified',
    `${source.provider} lists ${current.company} as the current employer since ${monthOf(current.startDate)}`,
  )
}

function isPlausible(
  { startDate }: Pick<Position, 'startDate'>,
  birthYear: number | null,
  fetchedOn: string,
): boolean {
  if (!startDate || Number.isNaN(parseDay(startDate))) return false
  const minYear = Math.max(EARLIEST_YEAR, birthYear === null ? 0 : birthYear + MIN_WORKER_AGE)
  return Number(startDate.slice(0, 4)) >= minYear && startDate <= fetchedOn
}

const MONTH_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `March 2021` for `2021-03-15`. */
function monthOf(day: string): string {
  return MONTH_FORMAT.format(Date.parse(day))
}
