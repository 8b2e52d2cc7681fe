import { describe, expect, it } from 'vitest'
import { isCalendarDay } from './calendar-day.ts'
import { NO_DETAILS } from './contact-details.ts'
import { hasDetails, normalizeDetails } from './normalize-details.ts'

const primary = {
  email: 'anna@example.com',
  phone: '+16305550142',
  address: '12 Main St',
  city: 'Naperville',
  state: 'IL',
  zipCode: '60540',
}

describe('details of a contact', () => {
  it('are null when nothing is left', () => {
    expect(normalizeDetails(null, primary)).toBeNull()
    expect(normalizeDetails(undefined, primary)).toBeNull()
    expect(normalizeDetails({ ...NO_DETAILS, company: ' ' }, primary)).toBeNull()
    expect(
      normalizeDetails(
        {
          ...NO_DETAILS,
          partner: { firstName: ' ', lastName: '' },
          history: {
            source: '',
            stage: null,
            assignedTo: null,
            createdOn: null,
            lastContactOn: null,
            lastClosingOn: null,
          },
        },
        primary,
      ),
    ).toBeNull()
    expect(hasDetails(NO_DETAILS)).toBe(false)
  })

  it('normalize alternate emails and phones without duplicates', () => {
    const details = normalizeDetails(
      {
        ...NO_DETAILS,
        emails: [
          { email: ' ANNA@Example.com ', kind: 'home' },
          { email: 'Anna.Work@Example.com', kind: 'other' },
          { email: 'anna.work@example.com', kind: 'work' },
        ],
        phones: [
          { phone: '(630) 555-0199', kind: 'fax' },
          { phone: '630.555.0142', kind: 'home' },
          { phone: '+44 20 7946 0958', kind: 'work' },
          { phone: 'ask Ben', kind: 'other' },
        ],
      },
      primary,
    )
    expect(details?.emails).toEqual([{ email: 'anna.work@example.com', kind: 'work' }])
    expect(details?.phones).toEqual([
      { phone: '+442079460958', kind: 'work' },
      { phone: 'ask Ben', kind: 'other' },
      { phone: '+16305550199', kind: 'fax' },
    ])
  })

  it('keep a shared fax number once and omit redundant addresses', () => {
    const details = normalizeDetails(
      {
        ...NO_DETAILS,
        addresses: [
          { kind: 'home', address: '12 MAIN st', city: null, state: null, zipCode: '60540' },
          { kind: 'mailing', address: 'PO Box 9', city: 'Boston', state: 'MA', zipCode: '2139' },
          { kind: 'other', address: 'po box 9', city: 'Boston', state: null, zipCode: null },
          { kind: 'other', address: null, city: null, state: null, zipCode: null },
        ],
      },
      primary,
    )
    expect(details?.addresses).toEqual([
      { kind: 'mailing', address: 'PO Box 9', city: 'Boston', state: 'MA', zipCode: '02139' },
    ])
  })

  it('clean texts', () => {
    const details = normalizeDetails(
      {
        ...NO_DETAILS,
        company: ' Acme\u0000  Realty ',
        title: '\ud800Dr.',
      },
      primary,
    )
    expect(details).toMatchObject({
      company: 'Acme Realty',
      title: '\ufffdDr.',
    })
  })

  it('drop the kind of a missing phone', () => {
    expect(normalizeDetails({ ...NO_DETAILS, phoneKind: 'work' }, { ...primary, phone: null })).toBeNull()
    expect(normalizeDetails({ ...NO_DETAILS, phoneKind: 'work' }, primary)?.phoneKind).toBe('work')
  })

  it('accept existing days, with or without a year', () => {
    for (const day of ['1980-05-31', '--02-29', '2024-02-29']) expect(isCalendarDay(day)).toBe(true)
    for (const day of ['1980-02-30', '--13-01', '05/31/1980', '1980-5-31', '', '2023-02-29', '80-01-01']) {
      expect(isCalendarDay(day)).toBe(false)
    }
  })
})
