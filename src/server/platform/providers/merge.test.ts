import { describe, expect, test } from 'vitest'
import type { PersonRecord } from '#domain/enrichment/person-record.ts'
import { createDisabledProviders } from './data-providers.ts'
import { mergePerson, type ProviderResults } from './merge.ts'
import { personFactsFrom } from './people-data-labs.ts'
import type { MatchMetadata, PersonFacts, PhoneFacts } from './provider.ts'
import { phoneFactsFrom } from './trestle.ts'

const person: { status: 'match'; data: PersonFacts } & MatchMetadata = {
  status: 'match',
  provider: 'People',
  fetchedAt: '2026-11-20T10:00:00.000Z',
  sample: false,
  data: personFactsFrom(
    {
      first_name: 'Ada',
      last_name: 'Lindquist',
      street_addresses: [
        {
          street_address: '4 Mill St',
          locality: 'Wheaton',
          region: 'IL',
          postal_code: '60187',
          first_seen: '2008-02-01',
        },
        {
          street_address: '12 Heron Ct.',
          locality: 'Lisle',
          region: 'IL',
          postal_code: '60532',
          metro: 'Chicago',
        },
        { street_address: 'Undated Rd', locality: 'Lisle' },
      ],
    },
    '2026-11-20',
  ),
}

const phone: { status: 'match'; data: PhoneFacts } & MatchMetadata = {
  status: 'match',
  provider: 'Phone',
  fetchedAt: '2026-11-20T10:00:01.000Z',
  sample: false,
  data: phoneFactsFrom(
    {
      phone_number: '+16305550142',
      owners: [
        {
          name: 'Ada Lindquist',
          current_addresses: [
            {
              street_line_1: '12 HERON COURT',
              city: 'Lisle',
              state_code: 'IL',
              postal_code: '60532-1234',
              link_to_person_start_date: '2014-12-01',
              lat_long: { latitude: 41.8, longitude: -88.1, accuracy: 'Rooftop' },
            },
          ],
        },
      ],
    },
    { person: { firstName: 'Ada', lastName: 'Lindquist' }, today: '2026-11-20' },
  ),
}

const noMatch = { status: 'no_match' as const, provider: 'Nobody' }
const fault = { status: 'error' as const, provider: 'Nobody', message: 'down' }
const NO_MATCHES: ProviderResults = { person: noMatch, phone: noMatch, property: noMatch, records: noMatch }
const home: ProviderResults['property'] = {
  ...{ status: 'match', provider: 'Homes', fetchedAt: '2026-11-20T10:00:02.000Z', sample: false, data: [] },
}

const merge = (results: Partial<ProviderResults>, previous: PersonRecord | null = null) =>
  mergePerson({ ...NO_MATCHES, ...results }, previous)

describe('A28 the merged person', () => {
  test('has the source, confidence and rejected values of each group', () => {
    expect(merge({ person: { ...person, likelihood: 8, refused: ['skills'] }, phone })?.sources).toEqual({
      person: {
        provider: 'People',
        fetchedAt: '2026-11-20T10:00:00.000Z',
        sample: false,
        likelihood: 8,
        refused: ['skills'],
      },
      phone: { provider: 'Phone', fetchedAt: '2026-11-20T10:00:01.000Z', sample: false },
    })
    expect(Object.keys(merge({ phone, records: { ...home, data: [] } })?.sources ?? {})).toEqual([
      'phone',
      'records',
    ])
  })

  test('lists each address once, newest first, with gaps filled from the other source', () => {
    const addresses = merge({ person, phone })?.addresses ?? []
    expect(addresses.map((address) => address.street)).toEqual(['12 Heron Ct.', '4 Mill St', 'Undated Rd'])
    expect(addresses[0]).toMatchObject({
      metro: 'chicago',
      moveInDate: '2014-12-01',
      accuracy: 'Rooftop',
      latitude: 41.8,
    })
  })

  test('is null when no source matched, even with an earlier record', () => {
    expect(merge({ phone: fault })).toBeNull()
    expect(merge({ person: { status: 'not_configured' } }, merge({ person }))).toBeNull()
  })

  test('uses one source when the other does not respond', () => {
    expect(merge({ person })).toMatchObject({ name: { first: 'Ada' }, phone: null })
    expect(merge({ phone })).toMatchObject({ name: null, phone: { number: '+16305550142' } })
  })

  test('has a source even if only a home was found', () => {
    expect(merge({ property: home })).toMatchObject({
      name: null,
      addresses: [],
      sources: { property: { provider: 'Homes' } },
    })
  })

  test('preserves earlier data of a source, with its date, while the source is down', () => {
    const before = merge({ person, phone, property: home })
    const after = merge({ person: fault, phone: { ...phone, fetchedAt: '2026-12-24T10:00:00.000Z' } }, before)
    expect(after).toMatchObject({
      name: { first: 'Ada', last: 'Lindquist' },
      sources: {
        person: { fetchedAt: '2026-11-20T10:00:00.000Z' },
        phone: { fetchedAt: '2026-12-24T10:00:00.000Z' },
        property: { provider: 'Homes' },
      },
    })
    expect(after?.addresses).toEqual(before?.addresses)
  })

  test('never mixes sample data and real data', () => {
    const sampleRecord = merge({ person: { ...person, sample: true } })
    expect(merge({ phone }, sampleRecord)).toMatchObject({ name: null, employment: { history: [] } })
    expect(Object.keys(merge({ phone }, sampleRecord)?.sources ?? {})).toEqual(['phone'])
    expect(merge({ phone: { ...phone, sample: true } }, merge({ person }))?.name).toBeNull()
  })
})

test('returns not_configured without data sources', async () => {
  const providers = createDisabledProviders()
  const query = {
    firstName: 'A',
    lastName: 'B',
    email: null,
    phone: null,
    address: null,
    city: null,
    state: null,
    zipCode: null,
  }
  const { signal } = new AbortController()
  const results = await Promise.all([
    providers.person(query, signal),
    providers.phone(query, signal),
    providers.property(query, signal),
    providers.publicRecords(query, signal),
    providers.verifyEmail('a@example.com', signal),
    providers.verifyPhone('+16305550142', signal),
  ])
  expect(results).toEqual(Array.from({ length: 6 }, () => ({ status: 'not_configured' })))
})

test('lists alternates of both sources with their providers', () => {
  const data = personFactsFrom(
    { personal_emails: ['ada@example.org'], mobile_phone: '+16305550143' },
    '2026-11-20',
  )
  const owner = {
    name: 'Ada Lindquist',
    emails: ['Ada@Example.org'],
    alternate_phones: [{ phoneNumber: '(630) 555-0143', lineType: 'Mobile' }],
    alternate_names: ['A. Lindquist'],
  }
  const phoneData = phoneFactsFrom(
    { phone_number: '+16305550142', owners: [owner] },
    { person: { firstName: 'Ada', lastName: 'Lindquist' }, today: '2026-11-20' },
  )
  const ofBoth = merge({ person: { ...person, data }, phone: { ...phone, data: phoneData } })
  expect(ofBoth?.alternateEmails).toEqual(['ada@example.org'])
  expect(ofBoth?.alternateSources).toEqual({
    'ada@example.org': ['People', 'Phone'],
    '+16305550143': ['People', 'Phone'],
    'A. Lindquist': ['Phone'],
  })
  const ofPhone = merge({ phone: { ...phone, data: phoneData } }, ofBoth)
  expect(ofPhone?.alternatePhones).toEqual(ofBoth?.alternatePhones)
  expect(ofPhone?.alternateSources?.['+16305550143']).toEqual(['People', 'Phone'])
})
