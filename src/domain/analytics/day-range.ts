const DAY_MS = 86_400_000
const DEFAULT_DAYS = 30
const MAX_YEARS = 10
/** Longest ranges of days and of weeks in a series. */
const MAX_DAYS_BY_DAY = 92
const MAX_DAYS_BY_WEEK = 731

export type DayRange = { from: string; to: string }
export type SeriesUnit = 'day' | 'week' | 'month'

/** A range that can't be shown. */
export type InvalidRange = { field: 'from' | 'to'; message: string }

/** The day a number of days later, or earlier for a negative number. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Days of a range, both ends included. */
export function countDays({ from, to }: DayRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

/** The range of a query; the last 30 days by default, never longer or older than ten years. */
export function resolveRange(
  query: { from?: string | undefined; to?: string | undefined; days?: number | undefined },
  today: string,
): DayRange | InvalidRange {
  const to = query.to ?? today
  const from = query.from ?? shiftDay(to, 1 - (query.days ?? DEFAULT_DAYS))
  const oldest = `${Number(today.slice(0, 4)) - MAX_YEARS}${today.slice(4)}`
  if (from < oldest) return { field: 'from', message: `Choose a day within the last ${MAX_YEARS} years` }
  if (to > shiftDay(today, 366)) return { field: 'to', message: 'Choose a day no more than a year ahead' }
  if (from > to) return { field: 'to', message: 'Choose an end that is not before the start' }
  return { from, to }
}

/** The same number of days right before a range. */
export function previousRange(range: DayRange): DayRange {
  return { from: shiftDay(range.from, -countDays(range)), to: shiftDay(range.from, -1) }
}

export function seriesUnit(range: DayRange): SeriesUnit {
  const days = countDays(range)
  if (days <= MAX_DAYS_BY_DAY) return 'day'
  return days <= MAX_DAYS_BY_WEEK ? 'week' : 'month'
}

/** First days of the units of a range; the first one starts with the range. */
export function seriesStarts(range: DayRange, unit: SeriesUnit): string[] {
  const starts: string[] = []
  for (let day = range.from; day <= range.to; day = nextStart(day, unit)) starts.push(day)
  return starts
}

/** First day of the unit after a day; weeks start on Monday. */
function nextStart(day: string, unit: SeriesUnit): string {
  if (unit === 'day') return shiftDay(day, 1)
  const date = new Date(day)
  if (unit === 'week') return shiftDay(day, 7 - ((date.getUTCDay() + 6) % 7))
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
}
