import type { ContactFilter } from '#contract/contacts.ts'
import { csvHeader, csvLine } from '#domain/contact-files/csv-export.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { EXPORT_BATCH } from '../policy.ts'
import { type Selected, type Selection, select } from './select.ts'

/** Named contacts, or all that match; for outreach without people who must not be contacted or whose home is listed. */
export type Wanted = ContactFilter & { ids?: string[]; purpose?: 'outreach' }

/** Spreadsheets take a file without it for Windows-1252. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * An export, a batch of lines at a time: it never stands in memory as a whole, and no connection is held while the
 * reader is slow. Also one that is broken off leaves its line in the audit log.
 */
export async function* exportLines(
  db: Database,
  context: Context,
  { ids, purpose, search, topSignal }: Wanted,
): AsyncGenerator<string> {
  let exported = 0
  let after: string | null = null
  let head = BYTE_ORDER_MARK + csvHeader()
  try {
    do {
      const selection: Selection = ids
        ? { ids }
        : { matching: { search, topSignal }, after, limit: EXPORT_BATCH }
      const page: Selected = await db.tenant(context.organizationId, (tx) => select(tx, selection))
      const contacts = page.contacts.filter(
        ({ doNotContact, listed }) => !(purpose && (doNotContact || listed)),
      )
      exported += contacts.length
      yield head + contacts.map(csvLine).join('')
      head = ''
      after = page.next
    } while (after !== null)
  } finally {
    await db.tenant(context.organizationId, (tx) =>
      audit(tx, {
        ...context,
        action: 'contacts.exported',
        details: { exported, purpose: purpose ?? 'own', selected: ids !== undefined },
      }),
    )
  }
}
