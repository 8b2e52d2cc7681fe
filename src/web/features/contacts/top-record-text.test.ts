import { expect, test } from 'vitest'
import { topRecordText } from './top-record-text.ts'

const now = new Date('2026-11-22T12:00:00Z')
const record = (on: string | null, precision: 'day' | 'month' | 'year' = 'day') => ({
  topRecord: { documentType: 'Petition for Probate', description: null, on, precision },
})

test.each([
  [record('2026-03-21'), 'Probate petition · Mar 21'],
  [record('2025-03-21'), 'Probate petition · Mar 21, 2025'],
  [record('2027-01-09'), 'Probate petition · Jan 9, 2027'],
  [record('2026-03-15', 'month'), 'Probate petition · March 2026'],
  [record('2026-07-01', 'year'), 'Probate petition · 2026'],
  [record(null), 'Probate petition'],
  [{ topRecord: null }, null],
])('says what the top signal rests on, as exactly as it is known: %j', (contact, text) => {
  expect(topRecordText(contact, now)).toBe(text)
})
