import type { Position } from '#domain/enrichment/person-record.ts'
import { DAYS_PER_YEAR, daysAfter, lower, pointAt } from './people-data-labs-reading.ts'
import { inTitleCase, textAt, textsAt, valueAt } from './raw-fields.ts'
import { plausibleDate, plausibleList, type Reading } from './rejected-fields.ts'

const MAX_POSITIONS = 100

/**
 * Lists positions, newest first. The provider's current role (`job_title` with its company, then `is_primary`) comes first,
 * because people also hold board seats or volunteer.
 */
export function positionsFrom(person: unknown, reading: Reading): Position[] {
  const { refusals } = reading
  const summary = summaryOfJob(person, reading)
  const positions = plausibleList(refusals, 'career', person, 'experience', MAX_POSITIONS).flatMap(
    (entry) => {
      const position = positionFrom(entry, reading)
      return position ? [{ position, isPrimary: valueAt(entry, 'is_primary') === true }] : []
    },
  )
  const isPresent = ({ position }: { position: Position }) => position.endDate === null
  const present =
    positions.find((entry) => isPresent(entry) && summary && isSameJob(entry.position, summary)) ??
    positions.find((entry) => isPresent(entry) && entry.isPrimary)
  const others = positions
    .filter((entry) => entry !== present)
    .map(({ position }) => position)
    .sort(currentThenNewest)
  if (present) return [withGapsFilled(present.position, summary), ...others]
  // A summary that repeats an ended role adds nothing.
  const isEnded = summary && others.some((position) => isSameJob(position, summary))
  return summary && !isEnded ? [summary, ...others] : others
}

/** Reads the current role from the flat fields. */
function summaryOfJob(person: unknown, { today, refusals }: Reading): Position | null {
  const title = inTitleCase(textAt(person, 'job_title'))
  const company = inTitleCase(textAt(person, 'job_company_name'))
  if (!title && !company) return null
  const latest = daysAfter(today, DAYS_PER_YEAR)
  return {
    title,
    company,
    metro: lower(textAt(person, 'job_company_location_metro')),
    city: inTitleCase(textAt(person, 'job_company_location_locality')),
    state: inTitleCase(textAt(person, 'job_company_location_region')),
    startDate: plausibleDate(refusals, 'start of a role', person, 'job_start_date', latest)?.day ?? null,
    endDate: null,
    remoteCapable: isRemote(title),
  }
}

function isSameJob(position: Position, summary: Position): boolean {
  const isSame = (key: 'title' | 'company') => !summary[key] || lower(position[key]) === lower(summary[key])
  return isSame('title') && isSame('company')
}

function withGapsFilled(position: Position, summary: Position | null): Position {
  if (!summary || !isSameJob(position, summary)) return position
  return {
    ...position,
    title: position.title ?? summary.title,
    metro: position.metro ?? summary.metro,
    city: position.city ?? summary.city,
    state: position.state ?? summary.state,
    startDate: position.startDate ?? summary.startDate,
  }
}

function positionFrom(raw: unknown, { today, refusals }: Reading): Position | null {
  const title = inTitleCase(textAt(raw, 'title.name', 'title'))
  const company = inTitleCase(textAt(raw, 'company.name', 'company'))
  if (!title && !company) return null
  const locations = textsAt(raw, 'location_names')
  const point = pointAt(raw, 'company.location.geo', refusals)
  const latest = daysAfter(today, DAYS_PER_YEAR)
  return {
    title,
    company,
    metro: lower(textAt(raw, 'company.location.metro')),
    city: inTitleCase(textAt(raw, 'company.location.locality')),
    state: inTitleCase(textAt(raw, 'company.location.region')),
    startDate: plausibleDate(refusals, 'start of a role', raw, 'start_date', latest)?.day ?? null,
    endDate: plausibleDate(refusals, 'end of a role', raw, 'end_date', latest)?.day ?? null,
    remoteCapable: [title, textAt(raw, 'company.location.name'), ...locations].some(isRemote),
    ...point,
  }
}

/** Sorts current roles first, then by start, newest first; roles without a start date come last. */
function currentThenNewest(a: Position, b: Position): number {
  if ((a.endDate === null) !== (b.endDate === null)) return a.endDate === null ? -1 : 1
  return (b.startDate ?? '').localeCompare(a.startDate ?? '')
}

function isRemote(text: string | null): boolean {
  return text !== null && /\bremote\b/i.test(text)
}
