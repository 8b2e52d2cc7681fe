import { describe, expect, test } from 'vitest'
import { mergeFields, type SeenCheck, type Side } from './three-way.ts'

const BOTH = { here: true, there: true }
/** Both sides last agreed on this value. */
const agreedOn =
  (agreed: string | null): SeenCheck =>
  (_side, _field, value) =>
    value === agreed
const never: SeenCheck = () => null

function merge(
  here: string | null,
  there: string | null,
  options: { seen?: SeenCheck; later?: Side; can?: Record<Side, boolean> } = {},
) {
  const { seen = agreedOn('old'), later = 'there', can = BOTH } = options
  return mergeFields({ name: here }, { name: there }, { seen, later, can })
}

describe('mergeFields', () => {
  test('writes nothing when both sides are equal or neither changed', () => {
    expect(merge('new', 'new')).toEqual({ here: {}, there: {}, conflicts: [] })
    // Each side stores the value in its own form.
    expect(merge('+1602', '(602)', { seen: () => true })).toEqual({ here: {}, there: {}, conflicts: [] })
  })

  test('sends a change of one side to the other, also an empty field', () => {
    expect(merge('new', 'old')).toEqual({ here: {}, there: { name: 'new' }, conflicts: [] })
    expect(merge('old', null)).toEqual({ here: { name: null }, there: {}, conflicts: [] })
  })

  test.each(['here', 'there'] as const)('keeps the later change when both changed: %s', (later) => {
    const [keptValue, lostValue] = later === 'here' ? ['ours', 'theirs'] : ['theirs', 'ours']
    expect(merge('ours', 'theirs', { later })).toEqual({
      ...{ here: {}, there: {} },
      [later === 'here' ? 'there' : 'here']: { name: keptValue },
      conflicts: [{ field: 'name', kept: later, keptValue, lostValue }],
    })
  })

  test('fills empty fields when they never agreed, and reports what differs', () => {
    expect(merge('ours', null, { seen: never })).toMatchObject({ there: { name: 'ours' }, conflicts: [] })
    expect(merge(null, 'theirs', { seen: never })).toMatchObject({ here: { name: 'theirs' }, conflicts: [] })
    expect(merge('ours', 'theirs', { seen: never }).conflicts).toHaveLength(1)
  })

  test('never writes a side that may not be written', () => {
    const can = { here: true, there: false }
    expect(merge('new', 'old', { can })).toEqual({ here: {}, there: {}, conflicts: [] })
    expect(merge('ours', 'theirs', { can, later: 'here' })).toMatchObject({
      here: { name: 'theirs' },
      there: {},
    })
    const none = { here: false, there: false }
    expect(merge('ours', 'theirs', { can: none })).toEqual({ here: {}, there: {}, conflicts: [] })
  })

  describe('of fields that belong together', () => {
    const wholes = [['street', 'city']]
    const options = { later: 'there', can: BOTH, wholes } as const
    const old = { street: '1 Main St', city: 'Mesa' }
    const sinceOld: SeenCheck = (_side, field, value) => value === old[field as keyof typeof old]

    test('never mixes two addresses', () => {
      const moved = { street: '2 Oak St', city: 'Mesa' }
      const corrected = { street: '1 Main St', city: 'Tempe' }
      const merged = mergeFields(moved, corrected, { ...options, seen: sinceOld })
      expect(merged).toMatchObject({ here: corrected, there: {} })
      expect(merged.conflicts.map(({ field, lostValue }) => [field, lostValue])).toEqual([
        ['street', '2 Oak St'],
        ['city', 'Mesa'],
      ])
      const first = mergeFields(
        { street: '2 Oak St', city: null },
        { street: null, city: 'Tempe' },
        {
          ...{ ...options, seen: never, later: 'here' },
        },
      )
      expect(first.there).toEqual({ street: '2 Oak St', city: null })
    })

    test('still completes an address of which one side has a part', () => {
      const part = { street: null, city: 'Mesa' }
      expect(mergeFields(part, old, { ...options, seen: never })).toEqual({
        ...{ here: { street: '1 Main St' }, there: {}, conflicts: [] },
      })
    })
  })
})
