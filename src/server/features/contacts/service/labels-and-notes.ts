import type { LabelsAndNotes } from '#domain/identity/contact-details.ts'
import { newNotes } from '#domain/identity/contact-note.ts'
import type { NotesService } from '#server/features/notes/service.ts'
import type { TagsService } from '#server/features/tags/service.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

export type LabelFeatures = { tags: TagsService; notes: NotesService }

/**
 * Turns the labels and notes of a file into tags and notes of its contacts. Labels beyond the limits, and `lines` about
 * values that have no place elsewhere, are added to the note. What the contacts' notes say already isn't added again.
 * Part of the caller's transaction.
 */
export async function addLabelsAndNotes(
  tx: TenantTx,
  { tags, notes }: LabelFeatures,
  all: readonly (LabelsAndNotes & { contactId: string; lines?: readonly string[] })[],
  importId: string | null,
): Promise<void> {
  const labeled = all.filter(({ labels }) => labels.length > 0)
  const overflow =
    labeled.length > 0 ? await tags.addLabels(tx, labeled, importId) : new Map<string, string[]>()
  const entries = all.flatMap(({ contactId, notes: text, lines = [] }) => {
    const left = (overflow.get(contactId) ?? []).map((label) => `Label: ${label}`)
    return text || lines.length + left.length > 0 ? [{ contactId, text, lines: [...lines, ...left] }] : []
  })
  if (entries.length === 0) return
  const existing = await notes.textsOf(
    tx,
    entries.map(({ contactId }) => contactId),
  )
  const added = entries.flatMap(({ contactId, text, lines }) =>
    newNotes(existing.get(contactId) ?? [], text, lines).map((part) => ({ contactId, text: part })),
  )
  await notes.addImported(tx, added, importId)
}
