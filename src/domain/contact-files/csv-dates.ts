import type { CellReader, IndexedColumn } from './csv-indexed-columns.ts'
import { dayPosition, parseFileDate, parseSerialDate } from './file-date.ts'

/** Headers in languages other than English, whose dates begin with the day. */
export const FOREIGN_HEADER_PATTERN =
  /vorname|nachname|strasse|straße|telefon|apellido|nombre|correo|(?<![a-z])calle(?![a-z])|ciudad|pr[ée]nom|t[ée]l[ée]phone|courriel|\bville\b|\brue\b|sobrenome|\bnome\b|cidade|endere[çc]o|geburtstag|geschäftlich/i

/** Reads a birthday from one column, or from separate columns for year, month and day. */
export function birthdayReader(columns: readonly IndexedColumn[], readWholeDate: CellReader): CellReader {
  const findColumn = (pattern: RegExp) => columns.find(({ title }) => pattern.test(title))?.index
  const [year, month, day] = [
    findColumn(/year|jahr|ann[ée]e|\ba[ñn]o\b/i),
    findColumn(/month|monat|mois|\bm[eê]s\b/i),
    findColumn(/birth[\s_-]*day$|geburtstag$|\b(?:jour|d[ií]a)\b/i),
  ]
  if (month === undefined || day === undefined) return readWholeDate
  return (cells) => {
    const twoDigits = (index: number) => (cells[index] ?? '').padStart(2, '0')
    const yearText = year === undefined ? '' : (cells[year] ?? '')
    return (
      parseFileDate(
        `${yearText === '' ? '--' : `${yearText}-`}${twoDigits(month)}-${twoDigits(day)}`,
        false,
      ) ?? ''
    )
  }
}

/** Reads dates with the day first if the column proves it or the header is in another language. */
export function dateReader(
  columns: readonly IndexedColumn[],
  sample: readonly (readonly string[])[],
  isForeign: boolean,
) {
  const readers = columns.map(({ index }) => {
    const positions = sample.map((cells) => dayPosition(cells[index] ?? ''))
    const isDayFirst = positions.includes(1) ? true : positions.includes(-1) ? false : isForeign
    return { index, isDayFirst }
  })
  return (cells: readonly string[]): string => {
    for (const { index, isDayFirst } of readers) {
      const cell = cells[index] ?? ''
      const date = cell === '' ? null : (parseFileDate(cell, isDayFirst) ?? parseSerialDate(cell))
      if (date) return date
    }
    return ''
  }
}
