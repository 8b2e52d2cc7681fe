import type { Position } from '#domain/enrichment/person-record.ts'
import { fillNulls } from './fill-nulls.ts'
import { textsAt } from './raw-fields.ts'
import type { ResponseReader } from './response-reader.ts'

export const DAYS_PER_YEAR = 366
const MAX_POSITIONS = 100

/**
 * Lists positions, newest first. The provider's current role (`job_title` with its company, then `is_primary`) comes first,
 * because people also hold board seats or volunteer.
 */
export function positionsFrom(person: ResponseReader): Position[] {
  const summary = summaryOfJob(person)
  const positions = person.list('career', 'experience', MAX_POSITIONS).flatMap((entry) => {
    const position = positionFrom(entry)
    return position ? [{ position, isPrimary: entry.value('is_primary') === true }] : []
  })
  const current = positions.filter(({ position }) => position.endDate === null)
  const ongoing =
    current.find(({ position }) => summary && isSameJob(position, summary)) ??
    current.find(({ isPrimary }) => isPrimary)
  const otherPositions = positions
    .filter((entry) => entry !== ongoing)
    .map(({ position }) => position)
    .sort(currentThenNewest)
  if (ongoing) return [withGapsFilled(ongoing.position, summary), ...otherPositions]
  // A summary that repeats an ended role adds nothing.
  const isEnded = summary && otherPositions.some((position) => isSameJob(position, summary))
  return summary && !isEnded ? [summary, ...otherPositions] : otherPositions
}

/** Reads the current role from the flat fields. */
function summaryOfJob(person: ResponseReader): Position | null {
  const title = person.title('job_title')
  const company = person.title('job_company_name')
  if (!title && !company) return null
  return {
    title,
    company,
    metro: lower(person.text('job_company_location_metro')),
    city: person.title('job_company_location_locality'),
    state: person.title('job_company_location_region'),
    startDate: person.day('start of a role', 'job_start_date', person.daysAhead(DAYS_PER_YEAR)),
    endDate: null,
    remoteCapable: isRemote(title),
  }
}

function isSameJob(position: Position, summary: Position): boolean {
  const isSame = (key: 'title' | 'company') => !summary[key] || lower(position[key]) === lower(summary[key])
  return isSame('title') && isSame('company')
}

function withGapsFilled(position: Position, summary: Position | null): Position {
  return summary && isSameJob(position, summary) ? fillNulls(position, summary) : position
}

function positionFrom(entry: ResponseReader): Position | null {
  const title = entry.title('title.name', 'title')
  const company = entry.title('company.name', 'company')
  if (!title && !company) return null
  const places = [title, entry.text('company.location.name'), ...textsAt(entry.raw, 'location_names')]
  const latest = entry.daysAhead(DAYS_PER_YEAR)
  return {
    title,
    company,
    metro: lower(entry.text('company.location.metro')),
    city: entry.title('company.location.locality'),
    state: entry.title('company.location.region'),
    startDate: entry.day('start of a role', 'start_date', latest),
    endDate: entry.day('end of a role', 'end_date', latest),
    remoteCapable: places.some(isRemote),
    ...geoPoint(entry, 'company.location.geo'),
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

/** Coordinates of text such as `"41.78,-88.15"`. */
export function geoPoint(reader: ResponseReader, path: string) {
  const [north, east] = (reader.text(path) ?? '').split(',')
  return reader.of({ north, east }).point('north', 'east')
}

export function lower(text: string | null): string | null {
  return text === null ? null : text.toLowerCase()
}
