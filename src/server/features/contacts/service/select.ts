import type { TenantTx } from '#server/platform/db/database.ts'
import { listFilterOf, type PlacedFilter } from '../store/filter.ts'
import * as read from '../store/read-contacts.ts'

/** Named contacts, or the next matching ones after an id. */
export type Selection =
  | { ids: readonly string[] }
  | { matching: PlacedFilter; after: string | null; limit: number }

export type SelectionPage = {
  contacts: read.ListedContact[] | Awaited<ReturnType<typeof read.listByIds>>
  /** The id after which more match; null on the last page. */
  next: string | null
}

/** Orders by id, so that changes of scores and names neither repeat nor skip contacts. */
export async function selectContacts(tx: TenantTx, selection: Selection): Promise<SelectionPage> {
  if ('ids' in selection) return { contacts: await read.listByIds(tx, selection.ids), next: null }
  const { matching, after, limit } = selection
  const contacts = await read.listContacts(tx, {
    ...listFilterOf(matching),
    sort: 'id',
    after: after === null ? null : [after],
    limit,
  })
  return { contacts, next: contacts.length === limit ? (contacts.at(-1)?.id ?? null) : null }
}
