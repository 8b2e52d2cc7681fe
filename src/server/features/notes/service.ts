import type { ContactNote } from '#contract/notes.ts'
import { audit } from '#server/platform/audit.ts'
import { contactChanger } from '#server/platform/change-contact.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { emit } from '#server/platform/emit.ts'
import { notFound } from '#server/platform/errors.ts'
import { BY_TIME, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import { requestRuleChecks } from '#server/platform/rule-checks.ts'
import { requireOwnNote } from './policy.ts'
import * as store from './store.ts'

/** Notes about contacts, with author and time; one of them can be pinned. */
export function notesService({ db, events }: Pick<Platform, 'db' | 'events'>) {
  const changeContact = contactChanger({ db, events }, 'notes')

  /** @throws {AppError} not_found */
  async function requireNote(tx: TenantTx, contactId: string, id: string): Promise<ContactNote> {
    const note = await store.findNote(tx, contactId, id)
    if (!note) throw notFound('Note')
    return note
  }

  async function recordChange(tx: TenantTx, context: Context, contactId: string, action: string) {
    await audit(tx, { ...context, action, subject: contactId })
    await requestRuleChecks(tx, [contactId])
    await emit(tx, { type: 'contact.updated', contactIds: [contactId], changed: ['notes'] })
    events.publish(tx, context.organizationId, { type: 'contact.changed', contactId })
  }

  return {
    /** @throws {AppError} not_found; invalid for a malformed cursor */
    list: (context: Context, contactId: string, query: PageQuery) =>
      db.read(context.organizationId, async (tx) => {
        if (!(await store.hasContact(tx, contactId))) throw notFound('Contact')
        return readPage(BY_TIME, query, (range) => store.listNotes(tx, contactId, range))
      }),

    /** A pinned note replaces the one that was pinned. @throws {AppError} not_found */
    add: (context: Context, contactId: string, { text, isPinned }: { text: string; isPinned: boolean }) =>
      changeContact(context, contactId, 'note.added', async (tx) => {
        if (isPinned) await store.unpin(tx, contactId)
        const id = await store.insertNote(tx, { contactId, text, isPinned, author: userIdOf(context) })
        return requireNote(tx, contactId, id)
      }),

    /** Only the author changes a text; every member may pin. @throws {AppError} not_found, forbidden */
    update: (
      context: Context,
      contactId: string,
      id: string,
      changes: { text?: string | undefined; isPinned?: boolean | undefined },
    ) =>
      changeContact(context, contactId, 'note.changed', async (tx) => {
        const note = await requireNote(tx, contactId, id)
        if (changes.text !== undefined) requireOwnNote(context, note)
        if (changes.isPinned) await store.unpin(tx, contactId)
        await store.updateNote(tx, id, changes)
        return requireNote(tx, contactId, id)
      }),

    /** @throws {AppError} not_found; forbidden for the note of someone else */
    remove: (context: Context, contactId: string, id: string): Promise<void> =>
      changeContact(context, contactId, 'note.deleted', async (tx) => {
        requireOwnNote(context, await requireNote(tx, contactId, id))
        await store.deleteNote(tx, id)
      }),

    /** Adds a note of another program, without an author; part of the caller's transaction, which locked the contact. */
    async addWithin(tx: TenantTx, context: Context, contactId: string, text: string): Promise<string> {
      const id = await store.insertNote(tx, { contactId, text, isPinned: false, author: null })
      await recordChange(tx, context, contactId, 'note.added')
      return id
    },

    /** Changes a text that another program changed; part of the caller's transaction, which locked the contact. */
    async changeWithin(
      tx: TenantTx,
      context: Context,
      contactId: string,
      { id, text }: { id: string; text: string },
    ): Promise<void> {
      await store.updateNote(tx, id, { text })
      await recordChange(tx, context, contactId, 'note.changed')
    },

    /** Adds the notes of a file; part of the caller's transaction. */
    addImported: store.insertImported,

    /** Deletes the notes of an import from contacts that remain, unless a member has changed them. */
    removeImported: store.deleteImported,

    /** Adds texts that a merge displaced to the notes of the kept contact; part of the caller's transaction. */
    async addOfMerge(tx: TenantTx, mergeId: string, contactId: string, texts: readonly string[]) {
      for (const text of texts) await store.insertOfMerge(tx, { mergeId, contactId, text })
    },
    removeOfMerge: store.deleteOfMerge,

    /** Texts of the notes of several contacts, oldest first. */
    textsOf: store.listTexts,
  }
}
export type NotesService = ReturnType<typeof notesService>
