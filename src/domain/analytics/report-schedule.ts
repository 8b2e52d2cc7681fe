import { nextSend, nextSendOn, type SendTime } from '#domain/today/next-send.ts'
import { zoneLabel } from '#domain/zone-clock.ts'

/** When a dashboard is sent by email. */
export type ReportSchedule = SendTime & {
  /** 1 (Monday) to 7 (Sunday); empty with a day of the month. */
  days: readonly number[]
  /** The last day of shorter months; null with days of the week. */
  monthDay: number | null
}

/** The next month has any day within this many days. */
const MAX_DAYS_AHEAD = 62

/** The first time after `after` at which a report is due. */
export function nextReport({ days, monthDay, ...time }: ReportSchedule, after: Date): Date {
  const next =
    monthDay === null
      ? nextSend({ ...time, days }, after)
      : nextSendOn(time, after, {
          maxDaysAhead: MAX_DAYS_AHEAD,
          isSendDay: (day) => day.getUTCDate() === Math.min(monthDay, daysInMonth(day)),
        })
  if (!next) throw new Error('A report needs days of the week or a day of the month')
  return next
}

function daysInMonth(day: Date): number {
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
}

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const
const list = new Intl.ListFormat('en-US', { type: 'conjunction' })
const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' })
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** `every Monday and Friday at 7:00 AM Central time`, `on the 1st of every month at ...`. */
export function scheduleText({ days, monthDay, sendAt, timeZone }: ReportSchedule): string {
  const time = new Date(sendAt * 60_000).toLocaleTimeString('en-US', {
    ...{ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' },
  })
  return `${daysText(days, monthDay)} at ${time} ${zoneLabel(timeZone)} time`
}

function daysText(days: readonly number[], monthDay: number | null): string {
  if (monthDay !== null) return `on the ${ordinalText(monthDay)} of every month`
  if (days.length === WEEKDAYS.length) return 'every day'
  return `every ${list.format(days.map((day) => WEEKDAYS[day - 1] ?? ''))}`
}

/** `1st`, `22nd`. */
export function ordinalText(day: number): string {
  return `${day}${SUFFIXES[ordinals.select(day)] ?? 'th'}`
}
