import { describe, expect, test } from 'vitest'
import { enrichment, findings, person, record, recordFindings } from '#test/fixtures/detection-input.ts'
import type { HouseholdMember } from '../enrichment/person-record.ts'

const child = (birthYear: number | null, name = 'Leo'): HouseholdMember => ({
  name,
  birthYear,
  relation: 'child',
})

describe('DA1 a birth is on record', () => {
  const birth = record({ kind: 'birth', names: ['Luis Nunez', 'Ana Nunez'], dates: { event: '2026-08-01' } })

  test('fires on the day itself', () => {
    expect(recordFindings(birth)).toEqual([['DA1', 'diapers', 0.85, '2026-08-01']])
  })

  test('does not fire for other parents, without a date, or with familial signals off', () => {
    expect(recordFindings({ ...birth, names: ['Ana Pena'] })).toEqual([])
    expect(recordFindings({ ...birth, dates: {} })).toEqual([])
    expect(recordFindings({ ...birth, dates: { event: '2090-08-01' } })).toEqual([])
    expect(findings({ current: { publicRecords: [birth] }, policy: { excludeFamilial: true } })).toEqual([])
  })
})

describe('DA2 the household grew by an infant', () => {
  const findingsOfChange = (
    previous: { householdSize: number | null; household?: HouseholdMember[] },
    current: { householdSize: number | null; household: HouseholdMember[] },
    previousFetchedAt: string | null = '2026-05-15',
  ) =>
    findings({
      current: { person: person({ demographics: current }) },
      previous: enrichment({ person: person({ demographics: previous }) }),
      previousFetchedAt,
    })

  test('fires halfway between the two enrichments', () => {
    expect(findingsOfChange({ householdSize: 2 }, { householdSize: 3, household: [child(2026)] })).toEqual([
      ['DA2', 'diapers', 0.45, '2026-08-15'],
    ])
    const sister = child(2020, 'Mia')
    expect(
      findingsOfChange(
        { householdSize: null, household: [sister] },
        { householdSize: null, household: [sister, child(2025)] },
      ),
    ).toHaveLength(1)
  })

  test('does not fire on a child that is older, of unknown age, or previously known', () => {
    expect(findingsOfChange({ householdSize: 2 }, { householdSize: 3, household: [child(2015)] })).toEqual([])
    expect(findingsOfChange({ householdSize: 2 }, { householdSize: 3, household: [child(null)] })).toEqual([])
    expect(findingsOfChange({ householdSize: 2 }, { householdSize: 3, household: [child(2090)] })).toEqual([])
    const infants = [child(2026)]
    expect(
      findingsOfChange({ householdSize: 2, household: infants }, { householdSize: 3, household: infants }),
    ).toEqual([])
  })

  test('does not fire when the household was unknown, did not grow, or has no date', () => {
    const current = { householdSize: 3, household: [child(2026)] }
    expect(findingsOfChange({ householdSize: null }, current)).toEqual([])
    expect(findingsOfChange({ householdSize: 3 }, current)).toEqual([])
    expect(findingsOfChange({ householdSize: 2 }, current, null)).toEqual([])
    expect(findings({ current: { person: person({ demographics: current }) } })).toEqual([])
  })
})
