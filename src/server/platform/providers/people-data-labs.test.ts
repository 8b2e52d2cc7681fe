import { describe, expect, test } from 'vitest'
import { personFactsFrom } from './people-data-labs.ts'
import { createRejectedFields } from './response-reader.ts'

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

describe('A28 person responses', () => {
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

  test('marks education dates with only a year', () => {
    const { education } = personFactsFrom(full, TODAY)
    expect(education).toHaveLength(1)
    expect(education[0]).toMatchObject({ endDate: '2003-07-01', yearOnly: true, startDate: '1999-07-01' })
  })

  test('reads links as absolute URLs', () => {
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

  test('treats a literal true as unknown', () => {
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

  test('names impossible values and treats them as unknown; does not name missing ones', () => {
    const rejectedFields = createRejectedFields()
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
      rejectedFields,
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
    expect(rejectedFields.fields()).toEqual([
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
    const withheld = createRejectedFields()
    personFactsFrom({ data: { birth_year: true, skills: null, experience: [{}] } }, TODAY, withheld)
    expect(withheld.fields()).toEqual([])
  })

  test('removes characters that the database rejects', () => {
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
})
