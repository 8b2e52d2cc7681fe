import { describe, expect, test } from 'vitest'
import {
  ELSEWHERE,
  findings,
  HOME_TOWN,
  knownAddress,
  person,
  type record,
} from '#test/fixtures/detection-input.ts'
import { hired, ofRecord, RULEBOOK } from '#test/fixtures/rulebook.ts'
import type { RegistryDate } from '../enrichment/public-record.ts'

/** Record-based rules: record kind and the details that trigger each. */
const BY_RECORD = RULEBOOK.filter(
  ([, , , , { current }]) => current?.publicRecords?.length === 1 && !current.properties,
)

function withDescription(
  [rule, subtype, , , parts]: (typeof RULEBOOK)[number],
  over: Partial<ReturnType<typeof record>>,
) {
  const [original] = parts.current?.publicRecords ?? []
  const changed = findings({ current: { publicRecords: [{ ...original!, ...over }] } })
  return changed.find(([ruleId, of]) => ruleId === rule && of === subtype)
}

describe('A30 the rulebook', () => {
  test.each(RULEBOOK)('%s makes %s at %d on %s', (rule, subtype, base, day, fires) => {
    expect(findings(fires)).toContainEqual([rule, subtype, base, day])
  })

  test('covers every rule', () => {
    expect(new Set(RULEBOOK.map(([rule]) => rule)).size).toBe(19)
  })

  test.each(BY_RECORD)('%s %s: name and city .75, the name alone never', (...row) => {
    const [, subtype, base] = row
    if (subtype === 'disaster.damage') {
      expect(withDescription(row, { address: HOME_TOWN })).toBeUndefined()
    } else if (subtype !== 'death.survivor') {
      expect(withDescription(row, { address: HOME_TOWN })?.[2]).toBeCloseTo(Math.round(base * 75) / 100, 6)
    }
    expect(withDescription(row, { address: null })).toBeUndefined()
    expect(withDescription(row, { address: ELSEWHERE })).toBeUndefined()
  })

  test.each(BY_RECORD)(
    '%s %s: a missing day is the 15th, a year alone July 1 and four fifths as sure',
    (...row) => {
      const [, , base] = row
      const on = (date: RegistryDate) =>
        withDescription(row, { dates: { filed: date, recorded: date, auction: date, event: date } })?.slice(2)
      expect(on('2026-04')).toEqual([base, '2026-04-15'])
      expect(on('2026')).toEqual([Math.round(base * 80) / 100, '2026-07-01'])
      for (const never of ['', '1899', '2016-01-01', '2028', '2026-13', '2026-02-30', 'soon', '0000-00-00'])
        expect(on(never)).toBeUndefined()
    },
  )

  test('counts the surname at the home .6', () => {
    for (const kind of ['dissolution', 'notice_of_default', 'bankruptcy', 'marriage', 'birth'] as const) {
      const [own] = findings(ofRecord(kind))
      const [family] = findings(ofRecord(kind, { names: ['LUIS NUNEZ'] }))
      expect(family?.[2]).toBeCloseTo(Math.round((own?.[2] ?? 0) * 60) / 100, 6)
      expect(findings(ofRecord(kind, { names: ['LUIS NUNEZ'], address: HOME_TOWN }))).toEqual([])
    }
  })

  test('lowers confidence for remote-capable jobs only when far', () => {
    expect(findings(hired({ remoteCapable: true }))[0]?.[2]).toBe(0.26)
    const near = { metro: 'chicago, illinois', city: 'Evanston', state: 'IL', remoteCapable: true }
    expect(findings(hired(near))[0]?.[2]).toBe(0.75)
  })

  test('ignores phone numbers of any area', () => {
    const phone = { number: '+13035550100', carrier: null, lineType: 'Mobile', ownedSince: '2026-10-01' }
    const alternatePhones = [{ phoneNumber: '+12125550100', lineType: 'Mobile' }]
    const current = { person: person({ phone, alternatePhones, addresses: [knownAddress()] }) }
    expect(findings({ current })).toEqual([])
  })
})
