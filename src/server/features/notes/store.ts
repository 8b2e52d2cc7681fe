import type { ContactNote } from '#contract/notes.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { userNameSql } from '#server/platform/db/user-name.ts'
import type { TimeRange } from '#server/platform/page.ts'

const NOTE_COLUMNS = `n.id, n.text, n.is_pinned, n.import_id is not null as is_imported, n.created_at, n.updated_at,
  case when u.id is not null then jsonb_build_object('id', u.id,
    'name', ${userNameSql('u')}) end as author`
const NOTES_WITH_AUTHORS = 'contact_notes n left join users u on u.id = n.author'

export type NoteRow = ContactNote & { exactAt: string }

/** Notes of a contact, newest first. */
export function listNotes(tx: TenantTx, contactId: string, { after, limit }: TimeRange): Promise<NoteRow[]> {
  return tx.rows<NoteRow>(
    `select ${NOTE_COLUMNS}, n.created_at::text as exact_at from ${NOTES_WITH_AUTHORS}
      where n.organization_id = $1 and n.contact_id = $2
        and ($3::timestamptz is null or (n.created_at, n.id) < ($3, $4::uuid))
      order by n.created_at desc, n.id desc limit $5`,
    [tx.organizationId, contactId, after?.at ?? null, after?.id ?? null, limit],
  )
}

export function findNote(tx: TenantTx, contactId: string, id: string): Promise<ContactNote | undefined> {
  return tx.row<ContactNote>(
    `select ${NOTE_COLUMNS} from ${NOTES_WITH_AUTHORS} where n.organization_id = $1 and n.contact_id = $2 and n.id = $3`,
    [tx.organizationId, contactId, id],
  )
}

export type NewNote = {
  contactId: string
  text: string
  isPinned: boolean
  author: string | null
}

/** @returns the new note's id */
export function insertNote(tx: TenantTx, { contactId, text, isPinned, author }: NewNote): Promise<string> {
  return tx.value<string>(
    `insert into contact_notes (organization_id, contact_id, text, is_pinned, author)
     values ($1, $2, $3, $4, $5) returning id`,
    [tx.organizationId, contactId, text, isPinned, author],
  )
}

/** Adds notes that came with a file or a card. */
export async function insertImported(
  tx: TenantTx,
  notes: readonly { contactId: string; text: string }[],
  importId: string | null,
): Promise<void> {
  if (notes.length === 0) return
  await tx.run(
    `insert into contact_notes (organization_id, contact_id, text, import_id, created_at, updated_at)
     select $1, c, t, $4, at, at
       from unnest($2::uuid[], $3::text[]) with ordinality as u(c, t, n),
            lateral (select clock_timestamp() + n * interval '1 microsecond' as at) as times`,
    [tx.organizationId, notes.map(({ contactId }) => contactId), notes.map(({ text }) => text), importId],
    'insert-imported-notes',
  )
}

export async function insertOfMerge(
  tx: TenantTx,
  { mergeId, contactId, text }: { mergeId: string; contactId: string; text: string },
): Promise<void> {
  await tx.run(
    'insert into contact_notes (organization_id, contact_id, text, merge_id) values ($1, $2, $3, $4)',
    [tx.organizationId, contactId, text, mergeId],
  )
}

export async function deleteOfMerge(tx: TenantTx, mergeId: string): Promise<void> {
  await tx.run('delete from contact_notes where organization_id = $1 and merge_id = $2', [
    tx.organizationId,
    mergeId,
  ])
}

export async function deleteImported(tx: TenantTx, importId: string): Promise<void> {
  await tx.run(
    'delete from contact_notes where organization_id = $1 and import_id = $2 and updated_at = created_at',
    [tx.organizationId, importId],
  )
}

/** Texts of notes by contact, oldest first. */
export async function listTexts(tx: TenantTx, contactIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx.rows<{ contactId: string; texts: string[] }>(
    `select contact_id, array_agg(text order by created_at, id) as texts from contact_notes
      where organization_id = $1 and contact_id = any($2) group by contact_id`,
    [tx.organizationId, contactIds],
    'note-texts',
  )
  return new Map(rows.map(({ contactId, texts }) => [contactId, texts]))
}

export async function unpin(tx: TenantTx, contactId: string): Promise<void> {
  await tx.run(
    'update contact_notes set is_pinned = false where organization_id = $1 and contact_id = $2 and is_pinned',
    [tx.organizationId, contactId],
  )
}

/** Changes only the given fields; only a changed text updates the note's time. */
export async function updateNote(
  tx: TenantTx,
  id: string,
  { text, isPinned }: { text?: string | undefined; isPinned?: boolean | undefined },
): Promise<void> {
  await tx.run(
    `update contact_notes set text = coalesce($3, text), is_pinned = coalesce($4, is_pinned),
            updated_at = case when $3 is distinct from text and $3 is not null then clock_timestamp() else updated_at end
      where organization_id = $1 and id = $2`,
    [tx.organizationId, id, text ?? null, isPinned ?? null],
  )
}

export async function deleteNote(tx: TenantTx, id: string): Promise<void> {
  await tx.run('delete from contact_notes where organization_id = $1 and id = $2', [tx.organizationId, id])
}

export function hasContact(tx: TenantTx, id: string): Promise<boolean> {
  return tx.exists('select 1 from contacts where organization_id = $1 and id = $2', [tx.organizationId, id])
}
