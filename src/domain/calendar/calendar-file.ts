import { localDay } from '../today/next-send.ts'

export type CalendarEvent = {
  id: string
  title: string
  /** Where the event is shown in the product. */
  url: string
  at: Date
  /** False for something that is due on a day. */
  hasTime: boolean
  createdAt: Date
  updatedAt: Date
}

export type Calendar = {
  name: string
  /** Name of the program that writes the file. */
  product: string
  /** Zone of days without a time. */
  timeZone: string
  /** How often programs should read the file again, as an ISO 8601 duration. */
  refreshInterval: string
  events: readonly CalendarEvent[]
}

const MAX_LINE_BYTES = 75
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A calendar file (RFC 5545, RFC 7986) with an event for each task: Outlook ignores the standard's own tasks. */
export function calendarFile({ name, product, timeZone, refreshInterval, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(product)}//Tasks//EN`,
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${escapeText(timeZone)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refreshInterval}`,
    `X-PUBLISHED-TTL:${refreshInterval}`,
    ...events.flatMap((event) => eventLines(event, timeZone)),
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}

function eventLines(event: CalendarEvent, timeZone: string): string[] {
  const { id, title, url, at, hasTime, createdAt, updatedAt } = event
  return [
    'BEGIN:VEVENT',
    `UID:${id}`,
    // Without a METHOD, this is the time of the last change, so that an unchanged file has the same bytes.
    `DTSTAMP:${formatTime(updatedAt)}`,
    `CREATED:${formatTime(createdAt)}`,
    `LAST-MODIFIED:${formatTime(updatedAt)}`,
    // Grows with each change.
    `SEQUENCE:${Math.max(0, Math.floor((updatedAt.getTime() - createdAt.getTime()) / 1000))}`,
    ...(hasTime ? timeLines(at) : dayLines(localDay(timeZone, at))),
    `SUMMARY:${escapeText(title)}`,
    // Google Calendar shows no URL.
    `DESCRIPTION:${escapeText(url)}`,
    `URL:${url}`,
    'END:VEVENT',
  ]
}

/** Appointments have no length, so they last an hour. */
function timeLines(at: Date): string[] {
  const end = new Date(at.getTime() + HOUR_MS)
  return [`DTSTART:${formatTime(at)}`, `DTEND:${formatTime(end)}`, 'TRANSP:OPAQUE']
}

/** An event of a whole day, which doesn't make its owner busy. */
function dayLines(day: string): string[] {
  const nextDay = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
  return [
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${nextDay.replaceAll('-', '')}`,
    'TRANSP:TRANSPARENT',
  ]
}

/** `20261122T150405Z` */
function formatTime(time: Date): string {
  return time.toISOString().replace(/[-:]|\.\d+/g, '')
}

/** Escapes a text (RFC 5545, 3.3.11), so that none can add lines or properties. */
function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (character) => (character === '\n' ? '\n' : ' '))
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

/** Breaks a line after at most 75 bytes, never inside of a character (RFC 5545, 3.1). */
function foldLine(line: string): string {
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = bytesOf(character)
    if (bytes + size > MAX_LINE_BYTES) {
      folded += '\r\n '
      // The space counts.
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}

/** Length of a character in UTF-8. */
function bytesOf(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}
