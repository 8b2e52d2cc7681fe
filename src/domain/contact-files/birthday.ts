const DAY_MAX = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Normalizes a birthday to `YYYY-MM-DD` or `--MM-DD`: ISO dates with or without a time, vCard dates without a year,
 * and US dates. Null for anything else.
 */
export function parseBirthday(text: string): string | null {
  const date = text.trim().slice(0, 40)
  const iso = /^(\d{4})-?(\d{2})-?(\d{2})(?:$|[T ])/.exec(date)
  if (iso) return dateOf(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '')
  const yearless = /^--(\d{2})-?(\d{2})(?:$|[T ])/.exec(date)
  if (yearless) return dateOf('', yearless[1] ?? '', yearless[2] ?? '')
  const american = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(date)
  return american ? dateOf(american[3] ?? '', american[1] ?? '', american[2] ?? '') : null
}

function dateOf(year: string, month: string, day: string): string | null {
  const isDay = Number(month) >= 1 && Number(day) >= 1 && Number(day) <= (DAY_MAX[Number(month) - 1] ?? 0)
  if (!isDay) return null
  const monthAndDay = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  // Placeholder years such as Apple's 1604, 0000 and 1900 mean that the year is unknown.
  const isKnown = Number(year) > 1900
  return isKnown ? `${year}-${monthAndDay}` : `--${monthAndDay}`
}
