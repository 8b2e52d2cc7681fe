import { expect, test } from 'vitest'
import { toggled } from './use-selection.ts'

const CONTACTS = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
const nobody = { list: 'all', ids: new Set<string>(), all: false, anchor: null }
const ids = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort().join('')

test('A07 a card is ticked and let go', () => {
  const one = toggled(nobody, CONTACTS, 1, false)
  expect(ids(one)).toBe('b')
  expect(ids(toggled(one, CONTACTS, 1, false))).toBe('')
})

test('A07 a range goes from the card ticked last to this one, in either direction', () => {
  const middle = toggled(nobody, CONTACTS, 2, false)
  expect(ids(toggled(middle, CONTACTS, 4, true))).toBe('cde')
  expect(ids(toggled(middle, CONTACTS, 0, true))).toBe('abc')
  expect(ids(toggled(nobody, CONTACTS, 3, true))).toBe('d')
})

test('A07 letting one of everybody go leaves the others that are loaded', () => {
  const rest = toggled({ ...nobody, all: true }, CONTACTS, 0, false)
  expect([ids(rest), rest.all]).toEqual(['bcde', false])
})
