import type { LabelsAndNotes } from '#domain/identity/contact-details.ts'
import { newNotes } from '#domain/identity/contact-note.ts'
import type { NotesService } from '#server/features/notes/service.ts'
import type { TagsService } from '#server/features/tags/service.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

export type LabelFeatures = { tags: TagsService; notes: NotesService }

/**
 * Turns the labels and notes of a file into tags and notes of its contacts. Labels beyond the limits, and `lines` about
 * values without a field, are added to the note. Texts that the contact's notes already contain aren't added again. Part of
 * the caller's transaction.
 */
export async function addLabelsAndNotes(
  tx: TenantTx,
  { tags, notes }: LabelFeatures,
  contacts: readonly (LabelsAndNotes & { contactId: string; lines?: readonly string[] })[],
  importId: string | null,
): Promise<void> {
  const labeledContacts = contacts.filter(({ labels }) => labels.length > 0)
  const overflow =
    labeledContacts.length > 0
      ? await tags.addLabels(tx, labeledContacts, importId)
      : new Map<string, string[]>()
  const entries = contacts.flatMap(({ contactId, notes: text, lines = [] }) => {
    const extraLines = (overflow.get(contactId) ?? []).map((label) => `Label: ${label}`)
    return text || lines.length + extraLines.length > 0
      ? [{ contactId, text, lines: [...lines, ...extraLines] }]
      : []
  })
  if (entries.length === 0) return
  const texts = await notes.textsOf(
    tx,
    entries.map(({ contactId }) => contactId),
  )
  const newEntries = entries.flatMap(({ contactId, text, lines }) =>
    newNotes(texts.get(contactId) ?? [], text, lines).map((note) => ({ contactId, text: note })),
  )
  await notes.addImported(tx, newEntries, importId)
}
