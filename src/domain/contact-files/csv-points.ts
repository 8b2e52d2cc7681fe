import type { PhoneKind, PointKind } from '../identity/contact-details.ts'
import { onOneCellLine, valuesOf, withoutDecimal } from './csv-cells.ts'
import type { CsvField } from './csv-fields.ts'
import type { ColumnsByField, IndexedColumn } from './csv-indexed-columns.ts'
import { isPreferredType } from './csv-kinds.ts'

type PointColumn<Kind> = {
  index: number
  kind: Kind | null
  typeIndex: number
  extensionIndex: number
  isPrimary: boolean
}

export const PHONE_KINDS: Partial<Record<CsvField, PhoneKind | null>> = {
  phone: null,
  phoneMobile: 'mobile',
  phoneHome: 'home',
  phoneWork: 'work',
  phoneMain: 'main',
  phoneOther: 'other',
  phoneFax: 'fax',
  phonePager: 'pager',
}

export const EMAIL_KINDS: Partial<Record<CsvField, PointKind | null>> = {
  email: null,
  emailHome: 'home',
  emailWork: 'work',
  emailOther: 'other',
}

/** Columns of one channel by priority, each with its type column. */
function pointColumns<Kind>(
  columnsOf: ColumnsByField,
  kinds: Partial<Record<CsvField, Kind | null>>,
  typeField: CsvField,
): PointColumn<Kind>[] {
  const fields = Object.keys(kinds) as CsvField[]
  const values = fields
    .flatMap(columnsOf)
    .sort((a, b) => a.rank - b.rank || a.number - b.number || a.index - b.index)
  const types = columnsOf(typeField)
  const extensions = typeField === 'phoneType' ? columnsOf('phoneExtension') : []
  const isNumbered = (field: CsvField | null) =>
    values.some((other) => other.field === field && other.number > 1)
  return values.map(({ field, index, number, rank, title }) => {
    const typeIndex = typeColumnOf(types, { index, number, title }, values)
    // "Phone" next to "Phone 2" is the first number, regardless of its type column.
    const isFirstNumber = field === 'phone' && number === 0 && typeIndex >= 0 && isNumbered(field)
    // An extension follows its number.
    const extensionIndex = extensions.find((each) => each.index === index + 1)?.index ?? -1
    return {
      ...{ index, typeIndex, extensionIndex },
      kind: (field && kinds[field]) ?? null,
      isPrimary: rank < 0 || isFirstNumber,
    }
  })
}

/** Finds the type column: "Phone 2 - Type" for "Phone 2"; without a number, the adjacent column. */
function typeColumnOf(
  types: readonly IndexedColumn[],
  { index, number, title }: { index: number; number: number; title: string },
  values: readonly IndexedColumn[],
): number {
  const numberedType = types.find((type) => type.number > 0 && type.number === number)
  if (numberedType) return numberedType.index
  const titledType = types.find(
    (type) => title !== '' && type.title.toLowerCase().startsWith(`${title.toLowerCase()} `),
  )
  if (titledType) return titledType.index
  const unnumberedTypes = types.filter((type) => type.number === 0)
  const isOnlyUnnumbered = number === 0 && values.every((value) => value.index === index || value.number > 0)
  if (isOnlyUnnumbered && unnumberedTypes.length === 1) return unnumberedTypes[0]?.index ?? -1
  const isNearest = (type: IndexedColumn) =>
    type.number === 0 &&
    !values.some(
      (value) => value.index !== index && Math.abs(value.index - type.index) < Math.abs(index - type.index),
    )
  return types.find((type) => isNearest(type) && Math.abs(type.index - index) <= 2)?.index ?? -1
}

type Point<Kind> = { text: string; kind: Kind | null; isPreferred?: boolean }

/** Creates the reader of a row's email addresses or phone numbers. */
export function pointReader<Kind>(
  columnsOf: ColumnsByField,
  kinds: Partial<Record<CsvField, Kind | null>>,
  typeField: CsvField,
  kindOf: (type: string) => Kind | null,
) {
  const columns = pointColumns(columnsOf, kinds, typeField)
  return (cells: readonly string[]): Point<Kind>[] =>
    columns.flatMap((column) => {
      const cell = cells[column.index]
      if (!cell) return []
      const extension = withoutDecimal(cells[column.extensionIndex] ?? '')
      const cellWithExtension = /^\d{1,6}$/.test(extension) ? `${cell} x${extension}` : cell
      return pointsOf(cellWithExtension, cells[column.typeIndex] ?? '', column, kindOf)
    })
}

function pointsOf<Kind>(
  cell: string,
  type: string,
  { kind, isPrimary }: PointColumn<Kind>,
  kindOf: (type: string) => Kind | null,
): Point<Kind>[] {
  const isPreferred = isPrimary || isPreferredType(type)
  return valuesOf(cell).map((value) => {
    // "Phone 1 Type" doesn't apply to "Fax 1".
    const pointKind = kind === 'fax' || kind === 'pager' ? kind : (kindOf(type) ?? kind)
    const point: Point<Kind> = { text: withoutDecimal(onOneCellLine(value)), kind: pointKind }
    return isPreferred ? { ...point, isPreferred } : point
  })
}
