const LOCALE = 'en-US'

const countFormat = new Intl.NumberFormat(LOCALE)
const dollarFormat = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
const centFormat = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' })
const dayFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' })
const monthFormat = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const momentFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' })
const localDayFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' })

/** `2,418` */
export function formatCount(value: number): string {
  return countFormat.format(value)
}

/** `2,418 people`; `1 person`. */
export function formatQuantity(value: number, singular: string, plural: string): string {
  return `${formatCount(value)} ${value === 1 ? singular : plural}`
}

/** Whole dollars: `$412,000`. */
export function formatMoney(value: number): string {
  return dollarFormat.format(value)
}

/** US cents: `$1,064`, with cents unless they are zero. */
export function formatCents(cents: number): string {
  return (cents % 100 === 0 ? dollarFormat : centFormat).format(cents / 100)
}

/** A fraction 0..1 as a whole percent: `54%`. A chance above 0 is never shown as 0%, and one below 1 never as 100%. */
export function formatPercent(fraction: number): string {
  if (fraction > 0 && fraction < 0.01) return 'under 1%'
  if (fraction < 1 && fraction > 0.99) return 'over 99%'
  return `${Math.round(fraction * 100)}%`
}

/** A fraction 0..1 with one decimal: `53.9%`. */
export function formatExactPercent(fraction: number): string {
  return `${(100 * fraction).toFixed(1)}%`
}

/** A multiple: `7.0×`. */
export function formatLift(lift: number): string {
  return `${lift.toFixed(1)}×`
}

/**
 * A calendar day `YYYY-MM-DD` (or the day of a timestamp) as `Sep 18, 2026`; a month as `September 2026`; anything
 * else, such as a bare year, unchanged. Days carry no time zone, so they are formatted in UTC.
 */
export function formatDay(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?/.exec(text) ?? []
  if (!year || !month) return text
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1))
  return day ? dayFormat.format(time) : monthFormat.format(time)
}

/** A calendar day, without the year if it is this year: `Mar 21`. */
export function formatShortDay(text: string, now: Date): string {
  return formatDay(text).replace(`, ${now.getFullYear()}`, '')
}

/** The month of a calendar day: `March 2027`. */
export function formatMonth(day: string): string {
  return /^\d{4}-\d{2}/.test(day) ? formatDay(day.slice(0, 7)) : day
}

/** A moment in the reader's own time zone: `Oct 2, 2026, 3:41 PM`. */
export function formatMoment(iso: string): string {
  const time = Date.parse(iso)
  return Number.isNaN(time) ? iso : momentFormat.format(time)
}

/** A moment as the value of a `datetime-local` input, in the reader's time zone: `2026-11-21T09:30`. */
export function localMinute(moment: Date): string {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The day of a moment in the reader's own time zone: `Oct 2, 2026`. */
export function formatMomentDay(iso: string): string {
  const time = Date.parse(iso)
  return Number.isNaN(time) ? iso : localDayFormat.format(time)
}

/** The last day of a period that ends with a day in UTC, the same for every reader: `Jan 31, 2027` for Feb 1 at 0:00. */
export function formatLastDay(end: string): string {
  const time = Date.parse(end)
  return Number.isNaN(time) ? end : dayFormat.format(time - 1)
}

/**
 * `(630) 555-0142` for US numbers; anything else unchanged. The server's formatter knows every country's rules,
 * which is too much code for a first page load.
 */
export function formatPhone(phone: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? []
  return area ? `(${area}) ${exchange}-${line}` : phone
}

/** Whole years between a calendar day and now; null for an invalid or future day. */
export function yearsSince(day: string, now: Date): number | null {
  const [, year, month = '01', date = '01'] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?/.exec(day) ?? []
  if (!year) return null
  const yearDifference = now.getUTCFullYear() - Number(year)
  const isAnniversaryReached =
    (now.getUTCMonth() + 1) * 100 + now.getUTCDate() >= Number(month) * 100 + Number(date)
  const years = isAnniversaryReached ? yearDifference : yearDifference - 1
  return years < 0 ? null : years
}

/** `yearBuilt` → `Year built`. */
export function formatFactName(key: string): string {
  const words = key
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .toLowerCase()
    .trim()
  return capitalize(words)
}

/** First letter upper case. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Non-empty parts, joined: `Naperville, IL`. */
export function joinPresent(parts: readonly (string | null | undefined)[], separator = ', '): string {
  return parts.filter(Boolean).join(separator)
}

/** `Naperville, IL 60540`; unknown parts are left out. */
export function cityLine(address: Record<'city' | 'state' | 'zipCode', string | null>): string {
  return joinPresent([address.city, joinPresent([address.state, address.zipCode], ' ')])
}

export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`
}

/** File size: `812 B`, `14 KB`, `3.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
