import type { ScimComparison, ScimFilter } from '#domain/provisioning/scim-filter.ts'
import { ScimInputError } from '#domain/provisioning/scim-input.ts'

type FilterColumn = {
  kind: 'text' | 'boolean'
  /** SQL condition that the attribute has the value of a parameter. */
  matches: (parameter: string) => string
  /** SQL condition that the attribute has no value. */
  isNull: string
  /** Types of list entries that the column holds. */
  types?: readonly string[]
}
export type FilterColumns = Readonly<Record<string, FilterColumn>>

/** A column that is compared letter for letter. */
export function exactColumn(sql: string): FilterColumn {
  return { kind: 'text', matches: (parameter) => `${sql} = ${parameter}`, isNull: `${sql} is null` }
}

/** A column with lower-case texts, which is compared without regard to case. */
export function foldedColumn(sql: string): FilterColumn {
  return { ...exactColumn(sql), matches: (parameter) => `${sql} = lower(${parameter})` }
}

/** SQL condition of a filter; its values are appended to `values`. @throws {ScimInputError} invalidFilter */
export function conditionOf(filter: ScimFilter, columns: FilterColumns, values: unknown[]): string {
  if (filter.kind === 'equals') return comparisonOf(filter, columns, values)
  const conditions = filter.filters.map((each) => conditionOf(each, columns, values))
  return `(${conditions.join(` ${filter.kind} `)})`
}

function comparisonOf(comparison: ScimComparison, columns: FilterColumns, values: unknown[]): string {
  const { attribute, subAttribute, entryFilter } = comparison
  const name = subAttribute === null ? attribute : `${attribute}.${subAttribute}`
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (!column) throw new ScimInputError('invalidFilter', `Filters can't use ${name}`)
  if (entryFilter && !hasType(entryFilter, column.types ?? [])) return 'false'
  if (comparison.value === null) return column.isNull
  const value = column.kind === 'boolean' ? flagOf(comparison.value) : comparison.value
  if (column.kind === 'boolean' ? typeof value !== 'boolean' : typeof value !== 'string') {
    const expected = column.kind === 'boolean' ? 'true or false' : 'a text in double quotes'
    throw new ScimInputError('invalidFilter', `Compare ${name} with ${expected}`)
  }
  values.push(value)
  return column.matches(`$${values.length}`)
}

/** Reads "True" and "False" as well. */
function flagOf(value: unknown): unknown {
  const word = String(value).toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : value
}

/** @throws {ScimInputError} invalidFilter for conditions other than on the type */
function hasType(filter: ScimFilter, types: readonly string[]): boolean {
  if (filter.kind !== 'equals' || filter.attribute !== 'type' || filter.subAttribute !== null)
    throw new ScimInputError(
      'invalidFilter',
      'Name the entry of a list by its type, as in emails[type eq "work"]',
    )
  return types.includes(String(filter.value).toLowerCase())
}
