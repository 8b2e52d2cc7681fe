import type { ContactSort } from '#contract/contacts.ts'
import { CATEGORIES, type Category } from '#domain/signals/categories.ts'

/** Sort orders of the list, and the order by id for bulk work. */
export type Order = ContactSort | 'id'

type OrderColumns = { columns: readonly [name: string, type: string][]; isDescending: boolean }

/** Columns of each order, as in the SQL function `find_contacts`. The last one is the id, and none contains nulls. */
export const ORDERS: Record<Order, OrderColumns> = {
  score: orderOf('asc', ['list_rank', 'integer'], ['last_name_key', 'text']),
  name: orderOf('asc', ['last_name_key', 'text'], ['first_name_key', 'text']),
  chance: orderOf('desc', ['chance_key', 'real']),
  enriched: orderOf('desc', ['enriched_key', 'timestamptz']),
  task: orderOf('asc', ['next_task_at', 'timestamptz']),
  id: orderOf('asc'),
}

function orderOf(direction: 'asc' | 'desc', ...keys: [string, string][]): OrderColumns {
  return { columns: [...keys, ['id', 'uuid']], isDescending: direction === 'desc' }
}

/** A signal's `top_signal_number`, starting at 1. */
export function signalNumber(signal: Category): number {
  return CATEGORIES.indexOf(signal) + 1
}

/** `order by` of an order. */
export function orderSql(order: Order): string {
  const { columns, isDescending } = ORDERS[order]
  return columns.map(([name]) => (isDescending ? `${name} desc` : name)).join(', ')
}

/** Cursor columns of a row besides its id, as text, which keeps all digits of numbers and times. */
export type OrderKey = { id: string; key1?: string; key2?: string }

/** SQL that selects the columns of `OrderKey`. */
export function keyColumnsSql(order: Order): string {
  const keys = ORDERS[order].columns.slice(0, -1)
  return keys.map(([name], index) => `, ${name}::text as key${index + 1}`).join('')
}

/** The cursor key of a row. */
export function orderKeyOf(order: Order, { id, key1, key2 }: OrderKey): string[] {
  return [...[key1, key2].slice(0, ORDERS[order].columns.length - 1).map(String), id]
}

/** SQL condition for rows after a cursor key, whose values are the parameters from `firstParameter` on. */
export function afterSql(order: Order, firstParameter: number): string {
  const { columns, isDescending } = ORDERS[order]
  const names = columns.map(([name]) => name).join(', ')
  const values = columns.map(([, type], index) => `$${firstParameter + index}::${type}`).join(', ')
  return `(${names}) ${isDescending ? '<' : '>'} (${values})`
}
