import { expect, test } from 'vitest'
import { samplePeople } from './sample-people.ts'

test('the demo workspace gets the same 250 different people every time', () => {
  const people = samplePeople(250, 'demo')
  expect(samplePeople(250, 'demo')).toEqual(people)
  expect(samplePeople(250, 'other')).not.toEqual(people)
  expect(new Set(people.map((person) => person.email)).size).toBe(250)
  const phones = people.map((person) => person.phone).filter((phone) => phone !== null)
  expect(new Set(phones).size).toBe(phones.length)
  expect(new Set(people.map((person) => person.lastName)).size).toBeGreaterThan(80)
})

test('contact points of sample people don’t exist', () => {
  for (const person of samplePeople(500, 'reach')) {
    expect(person.email).toMatch(/^[a-z0-9]+\.[a-z0-9]+@example\.com$/)
    if (person.phone) expect(person.phone).toMatch(/^\(\d{3}\) 555-01\d\d$/)
  }
})

test('most live around Naperville, with accents and apostrophes among the names', () => {
  const people = samplePeople(500, 'towns')
  const inIllinois = people.filter((person) => person.state === 'IL')
  expect(inIllinois.length).toBeGreaterThan(375)
  expect(inIllinois.length).toBeLessThan(475)
  const names = people.map((person) => person.lastName).join(' ')
  expect(names).toMatch(/[áéíóúñöøüłŁễ]/)
  expect(names).toContain("O'")
})
