import type { ContactFilter, ContactSummary } from '#contract/contacts.ts'
import { isContactBlocked } from '#domain/compliance/outreach.ts'
import { contactsCsv } from '#domain/contact-files/csv-contacts.ts'
import type { ContactDetails, LabelsAndNotes } from '#domain/identity/contact-details.ts'
import { joinNotes } from '#domain/identity/contact-note.ts'
import type { NotesService } from '#server/features/notes/service.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database, TenantTx } from '#server/platform/db/database.ts'
import { EXPORT_BATCH } from '../limits.ts'
import { listDetails, readMaxAlternates } from '../store/read-contacts.ts'
import { type Selection, selectContacts } from './select.ts'

/** Named contacts, or all that match; for outreach without do-not-contact people and listed homes. */
export type ExportQuery = ContactFilter & { ids?: string[]; purpose?: 'outreach' }

/** Without it, spreadsheets read the file as Windows-1252. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Yields an export in batches of lines, to bound memory and hold no connection while the reader is slow. An interrupted
 * export is audited too.
 */
export async function* generateExportLines(
  db: Database,
  notesOf: NotesService['textsOf'],
  context: Context,
  { ids, purpose, ...matching }: ExportQuery,
): AsyncGenerator<string> {
  let exported = 0
  let after: string | null = null
  // Counts over all contacts, so that separately requested parts have the same columns.
  const csv = contactsCsv(await db.tenant(context.organizationId, readMaxAlternates))
  let prefix = BYTE_ORDER_MARK + csv.header
  try {
    do {
      const selection: Selection = ids ? { ids } : { matching, after, limit: EXPORT_BATCH }
      const page: DetailedPage = await db.tenant(context.organizationId, (tx) =>
        selectDetailed(tx, notesOf, selection),
      )
      const contacts = page.contacts.filter(
        (contact) => !(purpose && (isContactBlocked(contact) || contact.listed)),
      )
      exported += contacts.length
      yield prefix + contacts.map(csv.line).join('')
      prefix = ''
      after = page.next
    } while (after !== null)
  } finally {
    const details = { exported, purpose: purpose ?? 'own', selected: ids !== undefined }
    await db.tenant(context.organizationId, (tx) =>
      audit(tx, { ...context, action: 'contacts.exported', details }),
    )
  }
}

type DetailedPage = {
  contacts: (ContactSummary & { details: ContactDetails | null } & LabelsAndNotes)[]
  next: string | null
}

async function selectDetailed(
  tx: TenantTx,
  notesOf: NotesService['textsOf'],
  selection: Selection,
): Promise<DetailedPage> {
  const { contacts, next } = await selectContacts(tx, selection)
  const ids = contacts.map(({ id }) => id)
  const [details, notes] = await Promise.all([listDetails(tx, ids), notesOf(tx, ids)])
  return {
    contacts: contacts.map((contact) => ({
      ...contact,
      details: details.get(contact.id) ?? null,
      labels: contact.tags.map(({ name }) => name),
      notes: joinNotes(notes.get(contact.id) ?? []) || null,
    })),
    next,
  }
}
