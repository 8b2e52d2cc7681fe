import { describe, expect, test } from 'vitest'
import { personFactsFrom } from './people-data-labs.ts'

const TODAY = '2026-11-20'

describe('work and contact points of a person response', () => {
  test('prefers the role marked as current', () => {
    const career = {
      job_title: 'loan officer',
      job_company_name: 'prairie bank',
      job_start_date: '2019-02',
      experience: [
        {
          title: { name: 'volunteer' },
          company: { name: 'food pantry' },
          start_date: '2024',
          end_date: null,
        },
        {
          title: { name: 'loan officer' },
          company: { name: 'prairie bank' },
          start_date: null,
          end_date: null,
        },
        {
          title: { name: 'teller' },
          company: { name: 'prairie bank' },
          start_date: '2015',
          end_date: '2019',
        },
      ],
    }
    const { employment } = personFactsFrom({ data: career }, TODAY)
    expect(employment.current).toMatchObject({
      title: 'Loan Officer',
      company: 'Prairie Bank',
      startDate: '2019-02-15',
    })
    expect(employment.history.map(({ title }) => title)).toEqual(['Loan Officer', 'Volunteer', 'Teller'])
  })

  test('uses the primary role when there is no flat job', () => {
    const experience = [
      { title: { name: 'Board Member' }, company: { name: 'Zoo' }, start_date: '2025-01', is_primary: false },
      { title: { name: 'Nurse' }, company: { name: 'Cedar' }, start_date: '2018', is_primary: true },
      {
        title: { name: 'Clerk' },
        company: { name: 'Old' },
        start_date: '2010',
        end_date: '2017',
        is_primary: true,
      },
    ]
    expect(personFactsFrom({ data: { experience } }, TODAY).employment.current?.title).toBe('Nurse')
  })

  test('adds the current role when the career does not list it', () => {
    const { employment } = personFactsFrom(
      {
        data: {
          job_title: 'agent',
          job_company_name: 'oak realty',
          experience: [{ title: { name: 'clerk' }, company: { name: 'old & co' }, end_date: '2009' }],
        },
      },
      TODAY,
    )
    expect(employment.current?.company).toBe('Oak Realty')
    expect(employment.history).toHaveLength(2)
  })

  test('does not restore a role that ended in the career', () => {
    const { employment } = personFactsFrom(
      {
        data: {
          job_title: 'clerk',
          job_company_name: 'old & co',
          experience: [{ title: { name: 'clerk' }, company: { name: 'old & co' }, end_date: '2009' }],
        },
      },
      TODAY,
    )
    expect(employment.current).toBeNull()
    expect(employment.history).toHaveLength(1)
  })

  test('reads every name, email, phone number and the current address', () => {
    const facts = personFactsFrom(
      {
        data: {
          first_name: 'ada',
          last_name: "o'brien-mcdonald",
          name_aliases: ['ada lindquist'],
          work_email: 'Ada@Tallgrass.example',
          personal_emails: ['ada@example.org', 'ada2@example.org'],
          recommended_personal_email: 'ada2@example.org',
          emails: [{ address: 'ada@example.org', type: 'personal' }, { address: true }],
          mobile_phone: '+16305550142',
          phone_numbers: ['+16305550142', '+1 630 555 0143'],
          phones: [{ number: '+16305550143' }, { number: '+16305550144', num_sources: 2 }, { number: true }],
          location_street_address: '12 heron ct',
          location_address_line_2: 'apt 4c',
          location_locality: 'lisle',
          location_region: 'illinois',
          location_postal_code: '60532',
          street_addresses: [
            { street_address: '9 oak st', address_line_2: 'unit b', locality: 'joliet', region: 'illinois' },
          ],
        },
      },
      TODAY,
    )
    expect(facts.name).toEqual({ first: 'Ada', last: "O'Brien-McDonald" })
    expect(facts.alternateNames).toEqual(['Ada Lindquist'])
    expect(facts.alternateEmails).toEqual(['ada2@example.org', 'ada@example.org', 'ada@tallgrass.example'])
    expect(facts.alternatePhones).toEqual([
      { phoneNumber: '+16305550142', lineType: 'Mobile' },
      { phoneNumber: '+16305550143', lineType: null },
      { phoneNumber: '+16305550144', lineType: null },
    ])
    expect(facts.addresses.map(({ street, city, state }) => [street, city, state])).toEqual([
      ['12 Heron Ct, Apt 4C', 'Lisle', 'Illinois'],
      ['9 Oak St, Unit B', 'Joliet', 'Illinois'],
    ])
  })

  test('lists the current address once', () => {
    const facts = personFactsFrom(
      {
        data: {
          location_locality: 'lisle',
          street_addresses: [{ street_address: '12 heron ct', locality: 'lisle', region: 'illinois' }],
        },
      },
      TODAY,
    )
    expect(facts.addresses).toHaveLength(1)
  })
})
