import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { type CalendarEvent, calendarFile } from './calendar-file.ts'

const EVENT: CalendarEvent = {
  id: '0198c0de-0000-7000-8000-000000000000',
  title: 'Send the market report',
  url: 'https://app.example.com/dashboard?contact=1',
  at: new Date('2026-11-30T23:59:59Z'),
  hasTime: false,
  createdAt: new Date('2026-11-20T08:00:00Z'),
  updatedAt: new Date('2026-11-20T08:01:30.500Z'),
}

const fileOf = (changes: Partial<CalendarEvent> = {}, timeZone = 'America/Chicago') =>
  calendarFile({
    ...{ name: 'Ninefold tasks', product: 'Ninefold', timeZone, refreshInterval: 'PT1H' },
    events: [{ ...EVENT, ...changes }],
  })
const read = (file: string) => new ICAL.Component(ICAL.parse(file))
function readEvent(file: string): InstanceType<typeof ICAL.Event> {
  const [event, ...others] = read(file).getAllSubcomponents('vevent')
  if (!event || others.length > 0) throw new Error('Expected one event')
  return new ICAL.Event(event)
}

test('describes the calendar and its refresh interval', () => {
  const calendar = read(fileOf())
  const value = (name: string) => String(calendar.getFirstPropertyValue(name))
  expect(['version', 'prodid', 'calscale', 'name', 'x-wr-calname'].map(value)).toEqual([
    ...['2.0', '-//Ninefold//Tasks//EN', 'GREGORIAN', 'Ninefold tasks', 'Ninefold tasks'],
  ])
  expect(['refresh-interval', 'x-published-ttl', 'x-wr-timezone'].map(value)).toEqual([
    ...['PT1H', 'PT1H', 'America/Chicago'],
  ])
})

test.each([
  // The end of a day in Chicago, and the end of the same day in UTC.
  ['2026-12-01T05:59:59Z', 'America/Chicago', '2026-11-30', '2026-12-01'],
  ['2026-11-30T23:59:59Z', 'America/Chicago', '2026-11-30', '2026-12-01'],
  ['2026-12-01T05:59:59Z', 'America/New_York', '2026-12-01', '2026-12-02'],
  // Both changes of daylight saving time: days of 23 and 25 hours.
  ['2026-03-08T05:30:00Z', 'America/New_York', '2026-03-08', '2026-03-09'],
  ['2026-11-02T04:59:59Z', 'America/New_York', '2026-11-01', '2026-11-02'],
  ['2026-12-31T23:59:59Z', 'Pacific/Honolulu', '2026-12-31', '2027-01-01'],
])('shows a task due at %s in %s on the whole day %s', (at, timeZone, day, nextDay) => {
  const { startDate, endDate } = readEvent(fileOf({ at: new Date(at) }, timeZone))
  expect([startDate.isDate, startDate.toString(), endDate.toString()]).toEqual([true, day, nextDay])
})

test('shows an appointment at its time in UTC for an hour, and as busy', () => {
  const file = fileOf({ at: new Date('2026-11-30T21:30:00Z'), hasTime: true })
  const { startDate, endDate, component } = readEvent(file)
  expect([startDate.toString(), endDate.toString()]).toEqual(['2026-11-30T21:30:00Z', '2026-11-30T22:30:00Z'])
  expect(component.getFirstPropertyValue('transp')).toBe('OPAQUE')
  expect(readEvent(fileOf()).component.getFirstPropertyValue('transp')).toBe('TRANSPARENT')
})

test('has a lasting UID, the times of creation and last change, and a sequence that grows with changes', () => {
  const { uid, sequence, component } = readEvent(fileOf())
  const time = (name: string) => String(component.getFirstPropertyValue(name))
  expect([uid, sequence]).toEqual([EVENT.id, 90])
  expect(['dtstamp', 'created', 'last-modified'].map(time)).toEqual([
    ...['2026-11-20T08:01:30Z', '2026-11-20T08:00:00Z', '2026-11-20T08:01:30Z'],
  ])
  const later = readEvent(fileOf({ title: 'Other', updatedAt: new Date('2026-11-21T08:00:00Z') }))
  expect([later.uid, later.sequence > sequence]).toEqual([EVENT.id, true])
  expect(fileOf()).toBe(fileOf())
})

test.each([
  'Comma, semicolon; backslash\\ and "quotes": all',
  'Literal \\n and \\, and \\;',
  'Two lines\nin one title',
  '😀🏡 emoji, ñ and 日本語 '.repeat(12),
  'a'.repeat(500),
  `${'ä'.repeat(36)} exactly at the fold`,
])('keeps the text of a title: %.40s', (title) => {
  const file = fileOf({ title })
  expect(readEvent(file).summary).toBe(title)
  for (const line of file.split('\r\n')) {
    const bytes = Buffer.from(line)
    expect(bytes.length).toBeLessThanOrEqual(75)
    // No character was cut.
    expect(bytes.toString()).toBe(line)
    expect(line).not.toContain('�')
  }
})

test.each([
  'Call\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Injected',
  'Call\nATTACH:https://evil.example',
  'Call\rBEGIN:VALARM',
  'Call\u2028END:VCALENDAR\u2029',
  'Call\u0085X-BAD:1\u000bX\u000cY\u0000Z\u007f',
  `${' '.repeat(70)}\r\n X-FOLDED:1`,
])('lets no title add a line or a control character: %j', (title) => {
  const file = fileOf({ title })
  const names = file
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .map((line) => line.split(/[:;]/)[0])
  const plainNames = fileOf()
    .split('\r\n')
    .map((line) => line.split(/[:;]/)[0])
  expect(names).toEqual(plainNames)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
  expect(readEvent(file).summary.startsWith('Call') || title.startsWith(' ')).toBe(true)
})
