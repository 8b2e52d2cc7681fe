import type { ContactField } from '#domain/identity/contact-draft.ts'
import { CONTACT_FIELDS } from '#domain/identity/contact-draft.ts'
import { lockContact } from '#server/platform/change-contact.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as conflicts from '../store/conflicts.ts'
import * as local from '../store/local.ts'
import { fieldsOf } from './person-links.ts'
import type { SyncFeatures } from './run.ts'
import { changeTaskHere, fieldsOfTask } from './sync-tasks.ts'

type Conflict = NonNullable<Awaited<ReturnType<typeof conflicts.findConflict>>>

/**
 * Brings an overwritten value back here, from where it syncs like any change.
 *
 * @throws {AppError} not_found; conflict if it was undone or the field has changed since
 */
export async function undoConflict(
  { db, features }: Pick<Platform, 'db'> & { features: SyncFeatures },
  context: Context,
  id: string,
): Promise<void> {
  const conflict = await db.read(context.organizationId, async (tx) => {
    const found = await conflicts.findConflict(tx, id)
    if (!found) throw notFound('Conflict')
    if (found.undoneAt) throw new AppError('conflict', 'This change was already undone')
    if ((await currentValue(tx, found)) !== found.keptValue)
      throw new AppError('conflict', 'This field has changed since. Edit it on the contact instead.')
    return found
  })
  await restore({ db, features }, context, conflict)
}

async function currentValue(
  tx: Parameters<typeof local.findContact>[0],
  { kind, contactId, localId, field }: Conflict,
): Promise<string | null | undefined> {
  if (kind === 'person') {
    const contact = await local.findContact(tx, contactId)
    return contact && fieldsOf(contact)[field]
  }
  if (kind === 'note') return (await local.listNotes(tx, contactId)).find((note) => note.id === localId)?.text
  const task = (await local.listTasks(tx, contactId)).find((each) => each.id === localId)
  return task && fieldsOfTask(task)[field]
}

async function restore(
  { db, features }: Pick<Platform, 'db'> & { features: SyncFeatures },
  context: Context,
  { kind, contactId, localId, field, lostValue }: Conflict,
): Promise<void> {
  if (kind === 'person' && CONTACT_FIELDS.includes(field as ContactField))
    await features.contacts.update(context, contactId, { [field]: lostValue })
  if (kind === 'task') {
    const tasks = await db.read(context.organizationId, (tx) => local.listTasks(tx, contactId))
    const task = tasks.find(({ id }) => id === localId)
    if (!task) throw notFound('Task')
    await changeTaskHere({ features, context }, task, { [field]: lostValue })
  }
  if (kind === 'note' && lostValue !== null)
    await db.tenant(context.organizationId, async (tx) => {
      if (!(await lockContact(tx, contactId))) throw notFound('Contact')
      await features.notes.changeWithin(tx, context, contactId, { id: localId, text: lostValue })
    })
}
