import { expect, test } from 'vitest'
import { namedRecordText, topRecordText } from './top-record-text.ts'

const now = new Date('2026-11-22T12:00:00Z')
const contactWithRecord = (eventDate: string | null, precision: 'day' | 'month' | 'year' = 'day') => ({
  topRecord: { documentType: 'Petition for Probate', description: null, on: eventDate, precision },
})

test.each([
  [contactWithRecord('2026-03-21'), 'Probate petition · Mar 21'],
  [contactWithRecord('2025-03-21'), 'Probate petition · Mar 21, 2025'],
  [contactWithRecord('2027-01-09'), 'Probate petition · Jan 9, 2027'],
  [contactWithRecord('2026-03-15', 'month'), 'Probate petition · March 2026'],
  [contactWithRecord('2026-07-01', 'year'), 'Probate petition · 2026'],
  [contactWithRecord(null), 'Probate petition'],
  [{ topRecord: null }, null],
])('names the record of an opened person as exactly as it is known: %j', (contact, text) => {
  expect(namedRecordText(contact, now)).toBe(text)
})

test('keeps the kind of a record off lists, except for a new job', () => {
  const { topRecord } = contactWithRecord('2026-03-21')
  expect(topRecordText({ topSignal: 'death', topRecord }, now)).toBe('Public record · Mar 21')
  const job = { ...topRecord, documentType: null, description: 'New position at Argent' }
  expect(topRecordText({ topSignal: 'destinations', topRecord: job }, now)).toBe(
    'New position at Argent · Mar 21',
  )
  expect(topRecordText({ topSignal: 'death', topRecord: null }, now)).toBeNull()
})
