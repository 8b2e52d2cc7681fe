import { describe, expect, test } from 'vitest'
import {
  findings,
  HOME_TOWN,
  knownAddress,
  OTHER_ADDRESS,
  person,
  type record,
} from '#test/fixtures/detection-input.ts'
import { inputWithPosition, inputWithRecord, RULEBOOK } from '#test/fixtures/rulebook.ts'
import type { RegistryDate } from '../enrichment/public-record.ts'

/** Record-based rules: record kind and the details that trigger each. */
const RECORD_RULES = RULEBOOK.filter(
  ([, , , , { current }]) => current?.publicRecords?.length === 1 && !current.properties,
)

function findingWith(
  [rule, subtype, , , parts]: (typeof RULEBOOK)[number],
  overrides: Partial<ReturnType<typeof record>>,
) {
  const [original] = parts.current?.publicRecords ?? []
  const changedFindings = findings({ current: { publicRecords: [{ ...original!, ...overrides }] } })
  return changedFindings.find(([ruleId, foundSubtype]) => ruleId === rule && foundSubtype === subtype)
}

describe('A30 rulebook', () => {
  test.each(RULEBOOK)('%s detects %s with confidence %d on %s', (rule, subtype, base, day, parts) => {
    expect(findings(parts)).toContainEqual([rule, subtype, base, day])
  })

  test('covers every rule', () => {
    expect(new Set(RULEBOOK.map(([rule]) => rule)).size).toBe(19)
  })

  test.each(RECORD_RULES)('%s %s: has 75% confidence for name and city, none for a name alone', (...row) => {
    const [, subtype, base] = row
    if (subtype === 'disaster.damage') {
      expect(findingWith(row, { address: HOME_TOWN })).toBeUndefined()
    } else if (subtype !== 'death.survivor') {
      expect(findingWith(row, { address: HOME_TOWN })?.[2]).toBeCloseTo(Math.round(base * 75) / 100, 6)
    }
    expect(findingWith(row, { address: null })).toBeUndefined()
    expect(findingWith(row, { address: OTHER_ADDRESS })).toBeUndefined()
  })

  test.each(RECORD_RULES)(
    '%s %s: reads a missing day as the 15th, and a year alone as July 1 with 80% confidence',
    (...row) => {
      const [, , base] = row
      const findingOn = (date: RegistryDate) =>
        findingWith(row, { dates: { filed: date, recorded: date, auction: date, event: date } })?.slice(2)
      expect(findingOn('2026-04')).toEqual([base, '2026-04-15'])
      expect(findingOn('2026')).toEqual([Math.round(base * 80) / 100, '2026-07-01'])
      for (const invalid of ['', '1899', '2016-01-01', '2028', '2026-13', '2026-02-30', 'soon', '0000-00-00'])
        expect(findingOn(invalid)).toBeUndefined()
    },
  )

  test('has 60% confidence for the surname at the home', () => {
    for (const kind of ['dissolution', 'notice_of_default', 'bankruptcy', 'marriage', 'birth'] as const) {
      const [ownFinding] = findings(inputWithRecord(kind))
      const [familyFinding] = findings(inputWithRecord(kind, { names: ['LUIS NUNEZ'] }))
      expect(familyFinding?.[2]).toBeCloseTo(Math.round((ownFinding?.[2] ?? 0) * 60) / 100, 6)
      expect(findings(inputWithRecord(kind, { names: ['LUIS NUNEZ'], address: HOME_TOWN }))).toEqual([])
    }
  })

  test('lowers confidence for remote-capable jobs only if they are far away', () => {
    expect(findings(inputWithPosition({ remoteCapable: true }))[0]?.[2]).toBe(0.26)
    const nearbyJob = { metro: 'chicago, illinois', city: 'Evanston', state: 'IL', remoteCapable: true }
    expect(findings(inputWithPosition(nearbyJob))[0]?.[2]).toBe(0.75)
  })

  test('ignores phone numbers from any area', () => {
    const phone = { number: '+13035550100', carrier: null, lineType: 'Mobile', ownedSince: '2026-10-01' }
    const alternatePhones = [{ phoneNumber: '+12125550100', lineType: 'Mobile' }]
    const current = { person: person({ phone, alternatePhones, addresses: [knownAddress()] }) }
    expect(findings({ current })).toEqual([])
  })
})
