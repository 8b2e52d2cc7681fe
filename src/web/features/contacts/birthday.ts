import { formatDay } from '#web/lib/format.ts'

/** `May 31, 1980`, or `May 31` if the year is unknown. */
export function birthdayText(birthday: string): string {
  // Any leap year, so that February 29 is valid; it is removed afterwards.
  return birthday.startsWith('--')
    ? formatDay(`2000-${birthday.slice(2)}`).replace(', 2000', '')
    : formatDay(birthday)
}

/** A stored birthday as form input: `05/31/1980` or `05/31`; anything else unchanged. */
export function birthdayInputText(birthday: string | null): string {
  const [, year, month, day] = /^(\d{4}|-)-(\d{2})-(\d{2})$/.exec(birthday ?? '') ?? []
  if (!year) return birthday ?? ''
  return year === '-' ? `${month}/${day}` : `${month}/${day}/${year}`
}

/** Form input such as `5/31/1980` or `5/31` as it is stored; anything else unchanged, for the validator to reject. */
export function parseBirthday(input: string): string {
  const [, month = '', day = '', year] = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}))?$/.exec(input.trim()) ?? []
  if (!month) return input
  return `${year ? `${year}-` : '--'}${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
