import { describe, expect, test } from 'vitest'
import { listedName } from '#test/fixtures/risk-input.ts'
import { listedKeys, searchKeys } from '../enrichment/listed-name.ts'
import { nameSimilarity, screenPerson } from './sanctions.ts'

const NOW = '2026-11-15T12:00:00.000Z'

type Case = [contact: string, bornIn: number | null, onTheList: string, listYears: number[], verdict: string]

/** `potential` needs review, `weak` is shown without an alert, `none` is no match. All names are invented. */
const CORPUS: Case[] = [
  // The same name in different spellings.
  ['Viktor Andreyevich Malenko', 1961, 'MALENKO, Viktor Andreyevich', [1961], 'potential'],
  ['viktor malenko', 1961, 'MALENKO, Viktor', [1961], 'potential'],
  ['Malenko Viktor', 1961, 'MALENKO, Viktor', [1962], 'potential'],
  ['José Núñez Carrillo', 1970, 'NUNEZ CARRILLO, Jose', [1970], 'potential'],
  ['Björn Sørensen', 1958, 'SORENSEN, Bjorn', [1958], 'potential'],
  ['Omar Al-Masri', 1975, 'AL MASRI, Omar', [1975], 'potential'],
  ["Declan O'Rourke", 1966, "O'ROURKE, Declan", [1966], 'potential'],
  ['Raymond T. Holloway', 1950, 'HOLLOWAY, Raymond', [1950], 'potential'],
  ['Raymond Holloway Jr.', 1950, 'HOLLOWAY, Raymond', [1951], 'potential'],
  ['Łukasz Wójcik', 1980, 'WOJCIK, Lukasz', [1980], 'potential'],
  ['Nguyễn Văn Hùng', 1955, 'NGUYEN, Van Hung', [1955], 'potential'],
  ['Park Seung-ho', 1964, 'PARK, Seung Ho', [1964], 'potential'],
  ['Ibrahim Haddad', 1972, 'HADDAD, Ibrahim', [1969, 1971, 1972], 'potential'],
  // Transliterations and other spellings, which count as equal or similar.
  ['Sergey Morozov', 1968, 'MOROZOV, Sergei', [1968], 'potential'],
  ['Dmitriy Petrov', 1968, 'PETROV, Dmitri', [1968], 'potential'],
  ['Mohamed Rahman', 1977, 'RAHMAN, Mohammed', [1977], 'potential'],
  ['Yusuf Khalidi', 1977, 'KHALIDI, Yousuf', [1977], 'potential'],
  ['Aleksandr Bondarenko', 1971, 'BONDARENKO, Alexander', [1971], 'potential'],
  ['Muhammad Qureshi', 1977, 'QURESHI, Mohammed', [1977], 'potential'],
  ['Muammar Gaddafi', 1942, 'QADDAFI, Muammar', [1942], 'potential'],
  ['Hussein Nasser', 1963, 'NASIR, Husayn', [1963], 'potential'],
  ['Evgeny Tkachuk', 1980, 'TKACHUK, Yevgeniy', [1980], 'potential'],
  ['Khaled Mansur', 1969, 'MANSOUR, Khalid', [1969], 'potential'],
  // A matching name with an unknown or different year of birth never raises an alert.
  ['Viktor Malenko', null, 'MALENKO, Viktor', [1961], 'weak'],
  ['Viktor Malenko', 1961, 'MALENKO, Viktor', [], 'weak'],
  ['Viktor Malenko', 1990, 'MALENKO, Viktor', [1961], 'weak'],
  ['Viktor Malenko', 1963, 'MALENKO, Viktor', [1961], 'weak'],
  ['John Smith', null, 'SMITH, John', [1959], 'weak'],
  ['Maria Garcia', null, 'GARCIA, Maria', [], 'weak'],
  ['David Kim', null, 'KIM, David', [1948], 'weak'],
  // A shorter form of a long name with a matching year of birth.
  ['Joaquin Barrera', 1957, 'BARRERA LUERA, Joaquin Archivaldo', [1957], 'weak'],
  ['Minh Tran', 1966, 'TRAN, Minh Duc', [1966], 'weak'],
  // Common names that only resemble one another.
  ['Maria Garza', 1971, 'GARCIA, Maria', [1953], 'none'],
  ['Michael Johnson', 1964, 'JACKSON, Michael', [1964], 'none'],
  ['John Smith', 1959, 'SMYTHE, Joan', [1959], 'none'],
  ['Jose Lopez', 1980, 'LOPEZ MENDOZA, Jose Luis', [1962], 'none'],
  ['Jose Lopez', null, 'LOPEZ MENDOZA, Jose Luis', [1980], 'none'],
  ['Ahmed Ali', 1985, 'ALI HASSAN, Ahmed Omar', [1970], 'none'],
  ['Wei Wang', 1985, 'WANG, Lei', [1985], 'none'],
  ['Ana Torres', 1985, 'TORO, Anita', [1985], 'none'],
  ['Anna Petrova', 1985, 'PETROV, Anton', [1985], 'none'],
  ['Olga Ivanova', 1960, 'IVANENKO, Oleg', [1960], 'none'],
  ['Grace Liu', 1990, 'LUI, Gerald', [1990], 'none'],
  ['Thomas Baker', 1981, 'BECKER, Tomas', [1981], 'none'],
  ['James Wilson', 1955, 'WILLIAMS, James', [1955], 'none'],
  // Spelling alone can't tell these apart, so only a matching year of birth raises an alert.
  ['Robert Brown', 1948, 'BROWNING, Roberta', [1960], 'weak'],
  ['Carlos Mendez', 1975, 'MENDOZA, Carlos', [1950], 'weak'],
  ['Carlos Mendez', 1975, 'MENDOZA, Carlos', [1975], 'potential'],
  // Other scripts, nicknames, initials, and words written together or apart.
  ['Виктор Маленко', 1961, 'MALENKO, Viktor', [1961], 'potential'],
  ['Володимир Жирщенко', null, 'ZHYRSHCHENKO, Volodymyr', [], 'weak'],
  ['Ben Malenko', null, 'MALENKO, Benjamin', [], 'weak'],
  ['Ben Walker', null, 'WALKER, Benjamin', [], 'none'],
  ['V. Malenko', null, 'MALENKO, Viktor Andreyevich', [1961], 'weak'],
  ['Viktor Malenko', null, 'MALENKO, V. A.', [], 'weak'],
  ['V. Malenko', 1990, 'MALENKO, Viktor', [1961], 'none'],
  ['A. Malenko', null, 'MALENKO, Viktor', [], 'none'],
  ['J. Walker', null, 'WALKER, Jonathan', [], 'none'],
  ['ViktorMalenko', 1961, 'MALENKO, Viktor', [1961], 'potential'],
  ['viktormalenko', null, 'MALENKO, Viktor', [1961], 'weak'],
  ['Viktor Mal enko', null, 'MALENKO, Viktor Andreyevich', [1961], 'weak'],
  ['Shi Daoming', null, 'XI, Daoming', [], 'weak'],
  ['Viktors Malenkovs', null, 'MALENKOV, Viktor', [], 'weak'],
  ['Tariq Hanif', null, 'ABDUL HANIF, Tariq', [], 'weak'],
  ['Hannibol', 1961, 'HANNIBAL', [1961], 'weak'],
  ['Anthony Lopez', null, 'LOPEZ, Antonio Santiago', [], 'none'],
  // Not found: nicknames beyond the list.
  ['Vitya Malenko', 1961, 'MALENKO, Viktor', [1961], 'none'],
  ['Omar Chalabi', 1961, 'AL-SHALABY, Umar', [1961], 'potential'],
  // Names with too few words or letters to compare.
  ['Cher', 1946, 'CHER', [1946], 'none'],
  ['Carlos Ruiz', 1970, 'CARLOS', [1970], 'none'],
  ['J. R.', 1970, 'JR', [1970], 'none'],
]

function verdictOf([contact, birthYear, name, birthYears]: Case): string {
  const [firstName = '', ...otherWords] = contact.split(' ')
  const person = { firstName, lastName: otherWords.join(' '), birthYear }
  const list = {
    loaded: true,
    listDate: '2026-11-03',
    candidates: [listedName(name, { birthYears })],
  } as const
  return screenPerson(person, list, NOW).matches[0]?.strength ?? 'none'
}

describe('A29 sanctions screening', () => {
  test.each(CORPUS)('%s born %s against %s %j: %s', (...example) => {
    expect(verdictOf(example)).toBe(example[4])
  })

  test('finds all similar names by their search keys', () => {
    for (const [contact, , name, , verdict] of CORPUS) {
      if (verdict === 'none') continue
      const keys = new Set(searchKeys(contact))
      expect(
        listedKeys(name).some((key) => keys.has(key)),
        name,
      ).toBe(true)
    }
  })

  const malenko = { firstName: 'Viktor', lastName: 'Malenko', birthYear: 1961 }
  const screenAgainst = (...candidates: ReturnType<typeof listedName>[]) =>
    screenPerson(malenko, { loaded: true, listDate: '2026-11-03', candidates }, NOW)

  test('is not run without a list or when the search fails', () => {
    const notRun = { status: 'not_run', listDate: null, screenedAt: null, matches: [] }
    expect(screenPerson(malenko, { loaded: false }, NOW)).toEqual({ ...notRun, why: 'no_list' })
    expect(screenPerson(malenko, 'failed', NOW)).toEqual({ ...notRun, why: 'failed' })
  })

  test('reports no match with the date of the list', () => {
    expect(screenAgainst()).toEqual({
      status: 'no_match',
      why: null,
      listDate: '2026-11-03',
      screenedAt: NOW,
      matches: [],
    })
  })

  test('counts an entry once, by its best name', () => {
    const { status, matches } = screenAgainst(
      listedName('MALENKA, Viktor', { entityNumber: '7', birthYears: [1961] }),
      listedName('MALENKO, Viktor', { entityNumber: '7', kind: 'aka', birthYears: [1961] }),
      listedName('MALENKO, Victor', { entityNumber: '8', birthYears: [1930] }),
    )
    expect(status).toBe('possible_match')
    expect(matches.map(({ entityNumber, kind, strength }) => [entityNumber, kind, strength])).toEqual([
      ['7', 'aka', 'potential'],
      ['8', 'primary', 'weak'],
    ])
  })

  test('raises no alert for a name that the list marks as weak', () => {
    const alias = listedName('MALENKO, Viktor', { kind: 'aka', strength: 'weak', birthYears: [1961] })
    expect(screenAgainst(alias).matches[0]).toMatchObject({
      strength: 'weak',
      birthYearFits: true,
      similarity: 1,
    })
  })

  test('shows at most five matches', () => {
    const entries = Array.from({ length: 30 }, (_, i) =>
      listedName('MALENKO, Viktor', { entityNumber: String(i) }),
    )
    expect(screenAgainst(...entries).matches).toHaveLength(5)
  })

  test('measures similarity in any word order, with 1 only for equal names', () => {
    expect(nameSimilarity('Viktor Malenko', 'MALENKO, Viktor')).toBe(1)
    expect(nameSimilarity('Viktor Malenko', 'Viktor Malenka')).toBeLessThan(1)
    for (const [a, , b] of CORPUS) expect(nameSimilarity(a, b)).toBeLessThanOrEqual(1)
  })
})
