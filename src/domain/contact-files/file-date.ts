const MONTHS: readonly (readonly string[])[] = [
  'jan january januar enero janvier janeiro ene janv',
  'feb february februar febrero fevrier fevereiro fev fevr',
  'mar march marz marzo mars marco mrz maerz',
  'apr april abril avril abr avr',
  'may mai mayo maio',
  'jun june juni junio juin junho',
  'jul july juli julio juillet julho juil',
  'aug august agosto aout ago',
  'sep sept september septiembre septembre setembro set',
  'oct october oktober octubre octobre outubro okt out',
  'nov november noviembre novembre novembro',
  'dec december dezember diciembre decembre dezembro dez dic',
].map((words) => words.split(' '))

const MAX_DATE_LENGTH = 60

/** Days from 1899-12-30, where spreadsheets start counting, to 1970-01-01. */
const SPREADSHEET_EPOCH = 25_569
const DAY_MS = 86_400_000

/** Date in a file; the year may be missing ("March 4"). */
type FileDate = { year: number | null; month: number; day: number }

/**
 * Parses a date in common formats, with or without a time: `YYYY-MM-DD`, or `--MM-DD` without a year. Null if it
 * isn't a date.
 * @param isDayFirst true if 04/03/2024 is in March
 */
export function parseFileDate(text: string, isDayFirst: boolean): string | null {
  const trimmed = text.trim()
  if (trimmed.length < 3 || trimmed.length > MAX_DATE_LENGTH) return null
  const date = parseIsoDate(trimmed) ?? parseNumericDate(trimmed, isDayFirst) ?? parseWordedDate(trimmed)
  return date && isValidDate(date) ? formatFileDate(date) : null
}

/** Parses a spreadsheet day count or a timestamp in seconds or milliseconds, for known date columns. */
export function parseSerialDate(text: string): string | null {
  if (!/^(?:\d{5}|\d{9,13})(?:\.\d+)?$/.test(text)) return null
  const number = Number(text)
  const time =
    number < 100_000
      ? (Math.floor(number) - SPREADSHEET_EPOCH) * DAY_MS
      : number < 1e11
        ? number * 1000
        : number
  const date = new Date(time)
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1900 || date.getUTCFullYear() > 2100
    ? null
    : date.toISOString().slice(0, 10)
}

/** Returns 1 if the first number must be a day, -1 if the second must be, 0 if undecided. */
export function dayPosition(text: string): -1 | 0 | 1 {
  const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}/.exec(text.trim())
  if (!parts) return 0
  if (Number(parts[1]) > 12) return 1
  return Number(parts[2]) > 12 ? -1 : 0
}

function parseIsoDate(text: string): FileDate | null {
  const dashedParts = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text)
  if (dashedParts)
    return { year: Number(dashedParts[1]), month: Number(dashedParts[2]), day: Number(dashedParts[3]) }
  const compactParts = /^((?:19|20)\d{2})(\d{2})(\d{2})(?:T?\d{4,6}Z?)?$/.exec(text)
  if (compactParts)
    return { year: Number(compactParts[1]), month: Number(compactParts[2]), day: Number(compactParts[3]) }
  const yearlessParts = /^--(\d{2})-?(\d{2})$/.exec(text)
  return yearlessParts ? { year: null, month: Number(yearlessParts[1]), day: Number(yearlessParts[2]) } : null
}

function parseNumericDate(text: string, dayFirst: boolean): FileDate | null {
  const parts =
    /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?:[ ,T]|$)/.exec(text) ??
    // County rolls write "06152011".
    /^(\d{2})()(\d{2})((?:19|20)\d{2})$/.exec(text)
  if (parts) {
    const [first, second] = [Number(parts[1]), Number(parts[3])]
    // Dots separate dates in countries that write the day first.
    const isDayFirst = first > 12 || (second <= 12 && (dayFirst || parts[2] === '.'))
    const [month, day] = isDayFirst ? [second, first] : [first, second]
    return { year: fullYear(parts[4] ?? ''), month, day }
  }
  const yearlessParts = /^(\d{1,2})\/(\d{1,2})$/.exec(text)
  if (!yearlessParts) return null
  const [first, second] = [Number(yearlessParts[1]), Number(yearlessParts[2])]
  const [month, day] = first > 12 || (second <= 12 && dayFirst) ? [second, first] : [first, second]
  return { year: null, month, day }
}

function parseWordedDate(text: string): FileDate | null {
  const parts = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/^(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)[a-z]*[.,]?\s+/, '')
    .split(/[\s,.-]+/)
    .filter((part) => part !== '' && part !== 'de' && part !== 'of')
    .map((part) => part.replace(/^(\d{1,2})(?:st|nd|rd|th)$/, '$1'))
  const monthIndex = parts.slice(0, 2).findIndex((part) => MONTHS.some((names) => names.includes(part)))
  if (monthIndex === -1) return null
  const month = MONTHS.findIndex((names) => names.includes(parts[monthIndex] ?? '')) + 1
  const day = Number(monthIndex === 0 ? parts[1] : parts[0])
  const yearText = parts[2] ?? ''
  const year = /^(?:\d{4}|'?\d{2})$/.test(yearText) ? fullYear(yearText.replace("'", '')) : null
  return Number.isInteger(day) ? { year, month, day } : null
}

/** Expands two-digit years, which are within the last eighty years. */
function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length > 2) return year
  return year > 30 ? 1900 + year : 2000 + year
}

function isValidDate({ year, month, day }: FileDate): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  if (year !== null && (year < 1850 || year > 2100)) return false
  return day <= new Date(Date.UTC(year ?? 2000, month, 0)).getUTCDate()
}

function formatFileDate({ year, month, day }: FileDate): string {
  const twoDigits = (number: number): string => String(number).padStart(2, '0')
  return year === null
    ? `--${twoDigits(month)}-${twoDigits(day)}`
    : `${year}-${twoDigits(month)}-${twoDigits(day)}`
}
