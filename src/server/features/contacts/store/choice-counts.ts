import {
  COUNTED_FILTERS,
  type CountedFilter,
  type FilterChoice,
  MAX_CHOICE_COUNT,
} from '#contract/contacts.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { filterJson, type ListFilter } from './filter.ts'

/** Number of cities and of ZIP codes offered as choices. */
const MAX_PLACE_CHOICES = 20

/**
 * How many contacts each choice of the filters has, most frequent first. A choice ignores the other values of its own
 * filter. Commits the transaction.
 */
export async function countChoices(
  tx: TenantTx,
  filter: ListFilter,
): Promise<Record<CountedFilter, FilterChoice[]>> {
  const rows = await tx.rows<FilterChoice & { kind: CountedFilter }>(
    'select kind, value, label, contacts from count_contact_choices($1, $2, $3)',
    [filterJson(filter), MAX_CHOICE_COUNT, MAX_PLACE_CHOICES],
    'count-contact-choices',
  )
  const choices = Object.fromEntries(COUNTED_FILTERS.map((kind) => [kind, [] as FilterChoice[]]))
  for (const { kind, ...choice } of rows) choices[kind]?.push(choice)
  return choices as Record<CountedFilter, FilterChoice[]>
}
