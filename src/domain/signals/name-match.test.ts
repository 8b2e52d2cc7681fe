import { expect, test } from 'vitest'
import { hasSurname, isNamed, isSameSurname, partiesOf } from './name-match.ts'

const ana = { firstName: 'Ana', lastName: 'Núñez' }
const findsName = (names: string, person = ana) => partiesOf([names]).some((party) => isNamed(party, person))

test.each([
  'ANA NUNEZ',
  'NUNEZ ANA M',
  'Núñez, Ana María',
  'Dr. Ana Nunez Jr.',
  'Luis & Ana Nunez',
  'NUNEZ, LUIS AND ANA',
  'Bo Chen; Ana Núñez',
])('finds Ana Núñez in %s', (names) => {
  expect(findsName(names)).toBe(true)
})

test.each(['A NUNEZ', 'NUNEZ', 'ANA CHEN & LUIS NUNEZ', 'ANABEL NUNEZ', 'ANA NUNEZVEGA', ''])(
  'does not find Ana Núñez in %s',
  (names) => {
    expect(findsName(names)).toBe(false)
  },
)

test('reads surnames of two words, with apostrophes and hyphens', () => {
  expect(findsName('SEAN OCONNOR', { firstName: 'Seán', lastName: 'O’Connor' })).toBe(true)
  expect(findsName('AL MASRI OMAR', { firstName: 'Omar', lastName: 'Al-Masri' })).toBe(true)
  expect(hasSurname(['masri', 'omar'], 'Al-Masri')).toBe(false)
  expect(isSameSurname('De la Cruz', 'DE LA CRUZ')).toBe(true)
})

test('does not use one word for both names', () => {
  expect(findsName('THOMAS', { firstName: 'Thomas', lastName: 'Thomas' })).toBe(false)
  expect(findsName('Thomas Thomas', { firstName: 'Thomas', lastName: 'Thomas' })).toBe(true)
  expect(findsName('Ana', { firstName: 'Ana', lastName: '' })).toBe(false)
})
