import { describe, expect, it } from 'vitest'
import { birthdayInputText, birthdayText, parseBirthday } from './birthday.ts'

describe('a birthday', () => {
  it('is shown in words, with or without the year', () => {
    expect(birthdayText('1980-05-31')).toBe('May 31, 1980')
    expect(birthdayText('--02-29')).toBe('Feb 29')
  })

  it('accepts month/day/year and stores year-month-day', () => {
    for (const [input, stored] of [
      ['05/31/1980', '1980-05-31'],
      ['5/3/1980', '1980-05-03'],
      ['05/31', '--05-31'],
      ['1980-05-31', '1980-05-31'],
      ['--05-31', '--05-31'],
      ['soon', 'soon'],
    ] as const) {
      expect(parseBirthday(input)).toBe(stored)
    }
    expect([birthdayInputText('1980-05-31'), birthdayInputText('--05-31'), birthdayInputText(null)]).toEqual([
      '05/31/1980',
      '05/31',
      '',
    ])
  })
})
