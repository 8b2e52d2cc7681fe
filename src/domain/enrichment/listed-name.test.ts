import { describe, expect, test } from 'vitest'
import { birthYearsIn, birthYearsInRemarks, comparableName, listedKeys, searchKeys } from './listed-name.ts'

const keysMatch = (a: string, b: string) => searchKeys(a).some((key) => listedKeys(b).includes(key))

describe('A29 names on a sanctions list', () => {
  test.each([
    ['Ottavio Marchetti', 'MARCHETTI, Ottavio Luca'],
    ['Otavio Marketi', 'MARCHETTI, Ottavio'],
    ['Wladimir Petrow', 'PETROV, Vladimir'],
    ['Evgeny Tkachuk', 'TKACHUK, Yevgeniy'],
    ['Yusuf Khalidi', 'KHALIDI, Yousuf'],
    ['Kasem Suleimani', 'SOLEIMANI, Qasem'],
    ['Muhammad Husain', 'HUSSEIN, Mohammed Ali'],
    ['Jon Smiht', 'SMITH, John'],
    ["Declan O'Rourke Jr.", "O'ROURKE, Declan"],
    ['Zoë Brandt', 'BRANT, Zoe'],
    ['Виктор Маленко', 'МАЛЕНКО, Виктор'],
    ['Виктор Маленко', 'MALENKO, Viktor'],
    ['V. Malenko', 'MALENKO, Viktor'],
    ['Viktor Malenko', 'MALENKO, V.'],
    ['viktormalenko', 'MALENKO, Viktor'],
    ['Tariq Hanif', 'ABDUL HANIF, Tariq'],
  ])('%s finds %s', (searchName, listedName) => {
    expect(keysMatch(searchName, listedName)).toBe(true)
  })

  test.each([
    ['John Smith', 'GONZALEZ, Maria'],
    ['Ottavio Marchetti', 'BELLINI, Ottavio'],
    ['Cher', 'CHER'],
    ['J. R.', 'R, J'],
  ])('%s does not find %s', (searchName, listedName) => {
    expect(keysMatch(searchName, listedName)).toBe(false)
  })

  test('compares words in alphabetical order, without accents and suffixes', () => {
    expect(comparableName('ANDERSSON-KJÆR, Søren Jr.')).toBe('andersson kjaer soren')
  })

  test('reads years of birth in the formats of lists', () => {
    expect(birthYearsIn('04 Mar 1961')).toEqual([1961])
    expect(birthYearsIn('circa 1961 ; 1955 to 1957')).toEqual([1955, 1956, 1957, 1961])
    expect(birthYearsIn('01 Jan 1955 to 31 Dec 1956')).toEqual([1955, 1956])
    expect(birthYearsIn('1900 to 1990')).toEqual([1900, 1990])
    expect(birthYearsIn('0001 or 9999 or none')).toEqual([])
    expect(birthYearsInRemarks('DOB 04 Mar 1961; POB Genoa 1999; alt. DOB 1963; Passport 1984.')).toEqual([
      1961, 1963,
    ])
    expect(birthYearsInRemarks('POB Genoa 1999')).toEqual([])
  })
})
