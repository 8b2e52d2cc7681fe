import { expect, test } from 'vitest'
import { toggleSelection } from './use-selection.ts'

const CONTACTS = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
const empty = { list: 'all', ids: new Set<string>(), all: false, anchor: null }
const ids = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort().join('')

test('A07 selects and deselects a card', () => {
  const one = toggleSelection(empty, CONTACTS, 1, false)
  expect(ids(one)).toBe('b')
  expect(ids(toggleSelection(one, CONTACTS, 1, false))).toBe('')
})

test('A07 selects a range from the last selected card in either direction', () => {
  const middle = toggleSelection(empty, CONTACTS, 2, false)
  expect(ids(toggleSelection(middle, CONTACTS, 4, true))).toBe('cde')
  expect(ids(toggleSelection(middle, CONTACTS, 0, true))).toBe('abc')
  expect(ids(toggleSelection(empty, CONTACTS, 3, true))).toBe('d')
})

test('A07 keeps the other loaded contacts when one of all is deselected', () => {
  const rest = toggleSelection({ ...empty, all: true }, CONTACTS, 0, false)
  expect([ids(rest), rest.all]).toEqual(['bcde', false])
})
