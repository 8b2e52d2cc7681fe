import type { ContactSort } from '#contract/contacts.ts'

/** The orders of the list, and the one of ids in which work on many contacts walks through them. */
export type Order = ContactSort | 'id'

type Columns = { columns: readonly [name: string, type: string][]; descending: boolean }

/** By what each order goes; `search_contact_ids` knows the same. The last column is the id, and none has nulls. */
export const ORDERS: Record<Order, Columns> = {
  score: ascending(['sort_rank', 'integer'], ['last_name_key', 'text'], ['id', 'uuid']),
  name: ascending(['last_name_key', 'text'], ['first_name_key', 'text'], ['id', 'uuid']),
  chance: {
    columns: [
      ['chance_key', 'real'],
      ['id', 'uuid'],
    ],
    descending: true,
  },
  enriched: {
    columns: [
      ['enriched_key', 'timestamptz'],
      ['id', 'uuid'],
    ],
    descending: true,
  },
  task: ascending(['next_task_at', 'timestamptz'], ['id', 'uuid']),
  id: ascending(['id', 'uuid']),
}

function ascending(...columns: [string, string][]): Columns {
  return { columns, descending: false }
}

/** `order by` of an order. */
export function orderBy(order: Order): string {
  const { columns, descending } = ORDERS[order]
  return columns.map(([name]) => (descending ? `${name} desc` : name)).join(', ')
}

/** Where in the order a row stands: the values of its columns as text, which no number and no time loses digits in. */
export function placeIn(order: Order): string {
  return `array[${ORDERS[order].columns.map(([name]) => `${name}::text`).join(', ')}]`
}

/** Behind a place whose values are the parameters from `first` on. */
export function behind(order: Order, first: number): string {
  const { columns, descending } = ORDERS[order]
  const names = columns.map(([name]) => name).join(', ')
  const values = columns.map(([, type], index) => `$${first + index}::${type}`).join(', ')
  return `(${names}) ${descending ? '<' : '>'} (${values})`
}
