import { formatDay } from '#web/lib/format.ts'

/** `May 31, 1980`, or `May 31` where the year is not known. */
export function birthdayText(birthday: string): string {
  // Any leap year: it goes with the comma.
  return birthday.startsWith('--')
    ? formatDay(`2000-${birthday.slice(2)}`).replace(', 2000', '')
    : formatDay(birthday)
}

/** As people type it: `05/31/1980` or `05/31`; what is no birthday stays as it is. */
export function birthdayInputText(birthday: string | null): string {
  const [, year, month, day] = /^(\d{4}|-)-(\d{2})-(\d{2})$/.exec(birthday ?? '') ?? []
  if (!year) return birthday ?? ''
  return year === '-' ? `${month}/${day}` : `${month}/${day}/${year}`
}

/** The stored form of `5/31/1980`, `5/31` and the like; anything else stays as it is, to be refused with a reason. */
export function parseBirthday(typed: string): string {
  const [, month = '', day = '', year] = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}))?$/.exec(typed.trim()) ?? []
  if (!month) return typed
  return `${year ? `${year}-` : '--'}${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
