import { describe, expect, test } from 'vitest'
import { createRejectedFields } from './response-reader.ts'
import { phoneFactsFrom } from './trestle.ts'

const full = {
  phone_number: '+16305550142',
  line_type: 'Mobile',
  carrier: 'A Carrier',
  owners: [
    {
      name: 'Ada Lindquist',
      alternate_names: ['A. Lindquist'],
      link_to_phone_start_date: '2017-04-02',
      emails: ['ada@example.org', 'nonsense', null],
      alternate_phones: [{ phoneNumber: '+12175550111', lineType: 'Landline' }, { phoneNumber: null }],
      current_addresses: [
        {
          street_line_1: '12 Heron Ct',
          street_line_2: 'Unit 2',
          city: 'Lisle',
          state_code: 'IL',
          postal_code: '60532',
          lat_long: { latitude: '41.8', longitude: -88.07, accuracy: 'Rooftop' },
          link_to_person_start_date: '2014-12-01',
        },
      ],
    },
    {
      firstname: 'Per',
      lastname: 'Lindquist',
      age_range: '45-54',
      gender: 'M',
      link_to_phone_start_date: '2018',
    },
  ],
}

const ADA = { person: { firstName: 'Ada', lastName: 'Lindquist' }, today: '2026-11-20' }

describe('A15 phone responses', () => {
  test('treats the owner of that name as the contact and others as sharing the number', () => {
    const facts = phoneFactsFrom(full, ADA)
    expect(facts.phone).toEqual({
      number: '+16305550142',
      carrier: 'A Carrier',
      lineType: 'Mobile',
      ownedSince: '2017-04-02',
      ownerName: 'Ada Lindquist',
    })
    expect(facts.alternateNames).toEqual(['A. Lindquist'])
    expect(facts.alternateEmails).toEqual(['ada@example.org'])
    expect(facts.alternatePhones).toEqual([{ phoneNumber: '+12175550111', lineType: 'Landline' }])
    expect(facts.additionalOwners).toEqual([
      {
        name: 'Per Lindquist',
        ageRange: '45-54',
        gender: 'M',
        phoneOwnershipStartDate: '2018-07-01',
        addresses: [],
      },
    ])
    expect(facts.addresses[0]).toMatchObject({
      street: '12 Heron Ct, Unit 2',
      moveInDate: '2014-12-01',
      accuracy: 'Rooftop',
      latitude: 41.8,
      longitude: -88.07,
    })
  })

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 12],
    ['an unknown number', { phone_number: null, owners: [] }],
    ['nonsense inside', { owners: [null, 'x', { name: 7 > 8 }, { current_addresses: 'y', emails: {} }] }],
  ])('reads no facts from %s', (_, raw) => {
    expect(phoneFactsFrom(raw, ADA)).toEqual({
      phone: null,
      addresses: [],
      alternateNames: [],
      alternateEmails: [],
      alternatePhones: [],
      additionalOwners: [],
    })
  })

  test.each([
    ['a shorter form', { firstName: 'Adaline', lastName: 'Lindquist' }],
    ['another name of hers', { firstName: 'Ada', lastName: 'Berg' }],
    ['the order of a registry', { firstName: 'ADA', lastName: 'lindquist' }],
  ])('recognizes the contact by %s', (_, person) => {
    const owner = { ...full.owners[0], name: 'LINDQUIST ADA', alternate_names: ['Ada Berg'] }
    const facts = phoneFactsFrom({ ...full, owners: [full.owners[1], owner] }, { ...ADA, person })
    expect(facts.phone?.ownedSince).toBe('2017-04-02')
    expect(facts.additionalOwners.map(({ name }) => name)).toEqual(['Per Lindquist'])
  })

  test('never assigns facts of other owners to the contact', () => {
    const facts = phoneFactsFrom(full, { ...ADA, person: { firstName: 'Moses', lastName: 'Okafor' } })
    expect(facts).toMatchObject({
      addresses: [],
      alternateNames: [],
      alternateEmails: [],
      alternatePhones: [],
    })
    expect(facts.phone).toMatchObject({ carrier: 'A Carrier', ownedSince: null })
    expect(facts.additionalOwners.map(({ name }) => name)).toEqual(['Ada Lindquist', 'Per Lindquist'])
    expect(facts.additionalOwners[0]?.addresses).toHaveLength(1)
  })

  test('treats impossible coordinates and their accuracy as unknown', () => {
    const address = { city: 'Lisle', lat_long: { latitude: 412, longitude: 'east', accuracy: 'Rooftop' } }
    const rejectedFields = createRejectedFields()
    const owner = { name: 'Ada Lindquist', current_addresses: [address] }
    const [firstAddress] = phoneFactsFrom({ owners: [owner] }, { ...ADA, rejected: rejectedFields }).addresses
    expect(firstAddress).toMatchObject({ city: 'Lisle', accuracy: null, latitude: null, longitude: null })
    expect(rejectedFields.fields()).toEqual(['coordinates'])
  })
})
