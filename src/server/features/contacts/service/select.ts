import type { ContactFilter } from '#contract/contacts.ts'
import { searchPatterns } from '#domain/identity/search-text.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import * as read from '../store/read-contacts.ts'

/** Named contacts, or the next of all that match behind an id. */
export type Selection =
  | { ids: readonly string[] }
  | { matching: ContactFilter; after: string | null; limit: number }

export type SelectionPage = {
  contacts: read.ListedContact[] | Awaited<ReturnType<typeof read.listNamed>>
  /** The id behind which more match; null when these were the last. */
  next: string | null
}

/** Ordered by id, so that what changes meanwhile (scores, names) puts nobody on two pages or on none. */
export async function selectContacts(tx: TenantTx, selection: Selection): Promise<SelectionPage> {
  if ('ids' in selection) return { contacts: await read.listNamed(tx, selection.ids), next: null }
  const { matching, after, limit } = selection
  const contacts = await read.listContacts(tx, {
    patterns: searchPatterns(matching.search ?? ''),
    topSignal: matching.topSignal ?? null,
    doNotContact: matching.doNotContact ?? null,
    sort: 'id',
    after: after === null ? null : [after],
    limit,
  })
  return { contacts, next: contacts.length === limit ? (contacts.at(-1)?.id ?? null) : null }
}
