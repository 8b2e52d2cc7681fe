import { describe, expect, test } from 'vitest'
import { findings, person, position, property } from '#test/fixtures/detection-input.ts'

const sources = { property: { provider: 'assessor', fetchedAt: '2026-10-02T08:00:00Z', sample: false } }
const couple = person({ demographics: { householdSize: 2 }, sources })
const house = property({ bedrooms: 4, lastSaleDate: '2002-06-01' })
const olderPerson = { birthYear: 1958 }

describe('DO1 a long-owned home larger than its household needs', () => {
  test('fires on the day the record was last confirmed', () => {
    expect(findings({ contact: olderPerson, current: { person: couple, properties: [house] } })).toEqual([
      ['DO1', 'downsizing.state', 0.6, '2026-10-02'],
    ])
  })

  test('lowers confidence when household size is unknown, implausible or excluded', () => {
    const confidence = (parts: Parameters<typeof findings>[0]) =>
      findings({ contact: olderPerson, ...parts })[0]?.[2]
    expect(confidence({ current: { properties: [house] } })).toBe(0.42)
    const largeHousehold = person({ demographics: { householdSize: 400 } })
    expect(confidence({ current: { person: largeHousehold, properties: [house] } })).toBe(0.42)
    const current = { person: couple, properties: [house] }
    expect(confidence({ current, policy: { excludeFamilial: true } })).toBe(0.42)
  })

  test.each([
    ['under 60', { birthYear: 1970 }, house],
    ['of unknown age', { birthYear: null }, house],
    ['born in 1800', { birthYear: 1800 }, house],
    ['owner for few years', olderPerson, { ...house, lastSaleDate: '2015-01-01' }],
    ['owner since an unknown year', olderPerson, { ...house, lastSaleDate: null }],
    ['owner since 1799', olderPerson, { ...house, lastSaleDate: '1799-01-01' }],
    ['in a small home', olderPerson, { ...house, bedrooms: 2 }],
    ['in a home of unknown size', olderPerson, { ...house, bedrooms: null }],
    ['in a home of 400 bedrooms', olderPerson, { ...house, bedrooms: 400 }],
    ['at another address', olderPerson, { ...house, address: '14 Oak St' }],
    [
      "in another person's home",
      olderPerson,
      property({ ...house, propertyData: { ownerNames: ['Bo Chen'] } }),
    ],
  ])('does not fire for a contact %s', (_, contact, home) => {
    expect(findings({ contact, current: { person: couple, properties: [home] } })).toEqual([])
  })

  test('does not fire in a household of three', () => {
    const householdOfThree = person({ demographics: { householdSize: 3 } })
    expect(
      findings({ contact: olderPerson, current: { person: householdOfThree, properties: [house] } }),
    ).toEqual([])
  })
})

describe('DO2 a career ended', () => {
  const lastJob = position({ startDate: '2001-01-01', endDate: '2026-06-30' })
  const worker = (
    history: ReturnType<typeof position>[],
    current: ReturnType<typeof position> | null = null,
  ) => ({ current: { person: person({ employment: { current, history } }) } })

  test('fires when the last job ended at 58 or later and no job followed', () => {
    expect(findings({ contact: { birthYear: 1962 }, ...worker([lastJob]) })).toEqual([
      ['DO2', 'downsizing.retire', 0.55, '2026-06-30'],
    ])
  })

  test('fires on the job title alone at any age', () => {
    const retired = position({ title: 'Retired', company: null, startDate: '2026-03-01' })
    expect(findings({ contact: { birthYear: null }, ...worker([retired], retired) })).toEqual([
      ['DO2', 'downsizing.retire', 0.55, '2026-03-01'],
    ])
  })

  test.each([
    ['an end at a younger age', { birthYear: 1985 }, [lastJob]],
    ['an unknown age', { birthYear: null }, [lastJob]],
    [
      'a later job',
      { birthYear: 1962 },
      [position({ metro: null, city: null, startDate: '2020-01-01' }), lastJob],
    ],
    ['no history', { birthYear: 1962 }, []],
    ['an end in 2090', { birthYear: 1962 }, [{ ...lastJob, endDate: '2090-01-01' }]],
  ])('does not fire on %s', (_, contact, history) => {
    const current = history.find(({ endDate }) => endDate === null) ?? null
    expect(findings({ contact, ...worker(history, current) })).toEqual([])
  })
})
