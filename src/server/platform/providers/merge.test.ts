import { describe, expect, test } from 'vitest'
import { createDisabledProviders } from './disabled.ts'
import { mergePerson } from './merge.ts'
import { personFactsFrom } from './people-data-labs.ts'
import type { Lookup, PersonFacts, PhoneFacts } from './provider.ts'
import { phoneFactsFrom } from './trestle.ts'

const person: Lookup<PersonFacts> = {
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

const phone: Lookup<PhoneFacts> = {
  status: 'match',
  provider: 'Phone',
  fetchedAt: '2026-11-20T10:00:01.000Z',
  sample: true,
  data: phoneFactsFrom({
    phone_number: '+16305550142',
    owners: [
      {
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
  }),
}

const none = { status: 'no_match' as const, provider: 'People' }

describe('A28 the merged person', () => {
  test('says of each group where it came from', () => {
    expect(mergePerson(person, phone)?.sources).toEqual({
      person: { provider: 'People', fetchedAt: '2026-11-20T10:00:00.000Z', sample: false },
      phone: { provider: 'Phone', fetchedAt: '2026-11-20T10:00:01.000Z', sample: true },
    })
    expect(Object.keys(mergePerson(none, phone)?.sources ?? {})).toEqual(['phone'])
  })

  test('knows each address once, newest first, gaps filled from the other source', () => {
    const addresses = mergePerson(person, phone)?.addresses ?? []
    expect(addresses.map((address) => address.street)).toEqual(['12 Heron Ct.', '4 Mill St', 'Undated Rd'])
    expect(addresses[0]).toMatchObject({
      metro: 'chicago',
      moveInDate: '2014-12-01',
      accuracy: 'Rooftop',
      latitude: 41.8,
    })
  })

  test('is nobody when neither source matched', () => {
    const fault = { status: 'error' as const, provider: 'Phone', message: 'down' }
    expect(mergePerson(none, fault)).toBeNull()
    expect(mergePerson({ status: 'not_configured' }, { status: 'not_configured' })).toBeNull()
  })

  test('keeps one source when the other is silent', () => {
    expect(mergePerson(person, { status: 'not_configured' })).toMatchObject({
      name: { first: 'Ada' },
      phone: null,
    })
    expect(mergePerson(none, phone)).toMatchObject({ name: null, phone: { number: '+16305550142' } })
  })
})

test('without data sources every look-up says that it is not configured', async () => {
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
  const answers = await Promise.all([
    providers.person(query, signal),
    providers.phone(query, signal),
    providers.property(query, signal),
    providers.publicRecords(query, signal),
    providers.verifyEmail('a@example.com', signal),
    providers.verifyPhone('+16305550142', signal),
  ])
  expect(answers).toEqual(Array.from({ length: 6 }, () => ({ status: 'not_configured' })))
})
