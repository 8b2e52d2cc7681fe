import { expect, test } from 'vitest'
import { toggleSelection } from './use-selection.ts'

const CONTACTS = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
const emptyState = { list: 'all', ids: new Set<string>(), all: false, anchor: null }
const ids = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort().join('')

test('A07 selects and deselects a card', () => {
  const oneSelected = toggleSelection(emptyState, CONTACTS, 1, false)
  expect(ids(oneSelected)).toBe('b')
  expect(ids(toggleSelection(oneSelected, CONTACTS, 1, false))).toBe('')
})

test('A07 selects a range from the last selected card in either direction', () => {
  const middleSelected = toggleSelection(emptyState, CONTACTS, 2, false)
  expect(ids(toggleSelection(middleSelected, CONTACTS, 4, true))).toBe('cde')
  expect(ids(toggleSelection(middleSelected, CONTACTS, 0, true))).toBe('abc')
  expect(ids(toggleSelection(emptyState, CONTACTS, 3, true))).toBe('d')
})

test('A07 keeps the other loaded contacts when one of all is deselected', () => {
  const deselected = toggleSelection({ ...emptyState, all: true }, CONTACTS, 0, false)
  expect([ids(deselected), deselected.all]).toEqual(['bcde', false])
})
