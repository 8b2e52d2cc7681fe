import { describe, expect, test } from 'vitest'
import { personFactsFrom } from './people-data-labs.ts'
import { createRefusals } from './refusals.ts'

const TODAY = '2026-11-20'

const full = {
  status: 200,
  likelihood: 8,
  data: {
    first_name: 'Ada',
    last_name: 'Lindquist',
    birth_year: 1981,
    sex: 'female',
    industry: 'accounting',
    skills: ['Audit', 'Audit', 'Tax Planning', ''],
    interests: ['Chess'],
    linkedin_url: 'linkedin.com/in/ada-example',
    profiles: [{ network: 'GitHub', url: 'https://github.com/ada-example' }],
    experience: [
      { company: { name: 'Old & Co' }, title: { name: 'Clerk' }, start_date: '2003', end_date: '2009-06' },
      {
        company: {
          name: 'Tallgrass',
          location: { locality: 'Seattle', region: 'WA', metro: 'Seattle, Washington' },
        },
        title: { name: 'Controller (Remote)' },
        start_date: '2026-05-04',
        end_date: null,
        is_primary: true,
      },
    ],
    education: [
      {
        school: { name: 'Fox River College' },
        degrees: ['BBA'],
        majors: ['Accounting'],
        start_date: '1999',
        end_date: '2003',
      },
      { school: null, degrees: [] },
    ],
    street_addresses: [
      {
        street_address: '12 Heron Ct',
        locality: 'Lisle',
        region: 'IL',
        postal_code: '60532',
        geo: '41.8,-88.07',
      },
    ],
  },
}

describe('A28 person answers', () => {
  test('reads employment newest first, with the current role', () => {
    const { employment } = personFactsFrom(full, TODAY)
    expect(employment.history.map((position) => position.company)).toEqual(['Tallgrass', 'Old & Co'])
    expect(employment.current).toMatchObject({
      title: 'Controller (Remote)',
      metro: 'seattle, washington',
      startDate: '2026-05-04',
      remoteCapable: true,
    })
    expect(employment.history[1]).toMatchObject({
      startDate: '2003-07-01',
      endDate: '2009-06-15',
      remoteCapable: false,
    })
  })

  test('derives age, age range and gender', () => {
    const { demographics, name } = personFactsFrom(full, TODAY)
    expect(name).toEqual({ first: 'Ada', last: 'Lindquist' })
    expect(demographics).toMatchObject({ age: 45, birthYear: 1981, ageRange: '45-54', gender: 'F' })
    expect(demographics.skills).toEqual(['Audit', 'Tax Planning'])
  })

  test('education keeps whether only the year was known', () => {
    const { education } = personFactsFrom(full, TODAY)
    expect(education).toHaveLength(1)
    expect(education[0]).toMatchObject({ endDate: '2003-07-01', yearOnly: true, startDate: '1999-07-01' })
  })

  test('links are absolute web addresses', () => {
    const { social } = personFactsFrom(full, TODAY)
    expect(social.linkedin).toBe('https://linkedin.com/in/ada-example')
    expect(social.github).toBe('https://github.com/ada-example')
    expect(social.facebook).toBeNull()
    const hostile = personFactsFrom(
      { data: { linkedin_url: 'javascript:alert(1)', twitter_url: 'not a url' } },
      TODAY,
    )
    expect(Object.values(hostile.social)).toEqual([null, null, null, null])
  })

  test('a literal true is unknown, never a value', () => {
    const withheld = personFactsFrom(
      {
        data: {
          first_name: true,
          last_name: true,
          birth_year: true,
          sex: true,
          industry: true,
          skills: true,
          experience: true,
          education: true,
          street_addresses: true,
          linkedin_url: true,
          job_title: true,
        },
      },
      TODAY,
    )
    expect(withheld).toEqual(personFactsFrom({}, TODAY))
    expect(JSON.stringify(withheld)).not.toContain('true')
  })

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'oops'],
    ['an empty envelope', { status: 404, data: null }],
    ['a list', []],
    [
      'nonsense inside',
      { data: { experience: [null, 3, {}], education: 'no', birth_year: 3, street_addresses: [{}] } },
    ],
  ])('reads no facts from %s', (_, raw) => {
    const facts = personFactsFrom(raw, TODAY)
    expect(facts.name).toBeNull()
    expect(facts.employment).toEqual({ current: null, history: [] })
    expect(facts.education).toEqual([])
    expect(facts.demographics.age).toBeNull()
    expect(facts.addresses).toEqual([])
  })

  test('what cannot be is unknown and named; what is only missing is not', () => {
    const refusals = createRefusals()
    const facts = personFactsFrom(
      {
        data: {
          birth_year: 1800,
          skills: Array.from({ length: 5000 }, (_, i) => `Skill ${i}`),
          interests: ['Chess', 'x'.repeat(400)],
          household_size: '4000',
          household: [{ name: 'Zoe', birth_year: 2300, relation: 'child' }],
          experience: [
            { company: { name: 'Tallgrass' }, start_date: '2090-05', end_date: '2019-02-31' },
            { company: { name: 'Old & Co' }, start_date: '2011', end_date: true },
          ],
          education: [{ school: { name: 'Fox River' }, start_date: null, end_date: '3003' }],
          street_addresses: [{ locality: 'Lisle', geo: '412,-88', first_seen: '1066-10-14' }],
        },
      },
      TODAY,
      refusals,
    )
    expect(facts.demographics).toMatchObject({
      age: null,
      birthYear: null,
      skills: [],
      interests: ['Chess'],
      householdSize: null,
      household: [{ name: 'Zoe', birthYear: null, relation: 'child' }],
    })
    expect(facts.employment.history.map(({ startDate, endDate }) => [startDate, endDate])).toEqual([
      ['2011-07-01', null],
      [null, null],
    ])
    expect(facts.education[0]).toMatchObject({ endDate: null })
    expect(facts.addresses[0]).toMatchObject({ moveInDate: null, latitude: null, longitude: null })
    expect(refusals.fields()).toEqual([
      'birth year',
      'birth year of a relative',
      'coordinates',
      'end of a degree',
      'end of a role',
      'household size',
      'interests',
      'move-in date',
      'skills',
      'start of a role',
    ])
    const withheld = createRefusals()
    personFactsFrom({ data: { birth_year: true, skills: null, experience: [{}] } }, TODAY, withheld)
    expect(withheld.fields()).toEqual([])
  })

  test('texts hold nothing that the database cannot', () => {
    const { employment } = personFactsFrom(
      { data: { job_title: 'Nur\u0000se\n', job_company_name: `${'c'.repeat(499)}😀` } },
      TODAY,
    )
    expect(employment.current?.title).toBe('Nur se')
    expect(employment.current?.company?.isWellFormed()).toBe(true)
  })

  test('falls back to the summary of the current job', () => {
    const facts = personFactsFrom(
      { job_title: 'Nurse', job_company_name: 'Cedar', job_start_date: '2021-03' },
      TODAY,
    )
    expect(facts.employment.current).toMatchObject({
      title: 'Nurse',
      company: 'Cedar',
      startDate: '2021-03-15',
    })
  })

  test('takes the role that the answer calls present before one beside it', () => {
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

  test('takes the primary role where the answer has no flat job', () => {
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

  test('adds the present role when the career does not list it', () => {
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

  test('does not bring back a role that the career says has ended', () => {
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

  test('keeps every name, e-mail address, phone number and the present address', () => {
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
          location_street_address: '12 heron ct',
          location_address_line_2: 'apt 4',
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
    ])
    expect(facts.addresses.map(({ street, city, state }) => [street, city, state])).toEqual([
      ['12 Heron Ct, Apt 4', 'Lisle', 'Illinois'],
      ['9 Oak St, Unit B', 'Joliet', 'Illinois'],
    ])
  })

  test('does not list the present address twice', () => {
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
