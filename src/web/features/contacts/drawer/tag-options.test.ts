import { expect, test } from 'vitest'
import { tagOptions } from './tag-options.ts'

const tag = (name: string) => ({ id: name, name, color: 'gray' as const })
const ALL = ['Café owners', 'Investor', 'New investor', 'VIP'].map(tag)
const namesOf = (input: string, contactTags = [tag('VIP')]) =>
  tagOptions(ALL, contactTags, input).map(({ id, name }) => (id === null ? `new: ${name}` : name))

test('offers every tag that the contact does not have', () => {
  expect(namesOf('')).toEqual(['Café owners', 'Investor', 'New investor'])
})

test('finds names by any part without case and accents, and those that begin with it first', () => {
  expect(namesOf('INVEST')).toEqual(['Investor', 'New investor', 'new: INVEST'])
  expect(namesOf('cafe')).toEqual(['Café owners', 'new: cafe'])
  expect(namesOf(' new ')).toEqual(['New investor', 'new: new'])
})

test('offers no new tag with the name of an existing one', () => {
  expect(namesOf('investor')).toEqual(['Investor', 'New investor'])
  expect(namesOf('vip')).toEqual([])
  expect(namesOf('   ')).toEqual(['Café owners', 'Investor', 'New investor'])
})
