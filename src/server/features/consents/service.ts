import type { ContactDetail } from '#contract/contacts.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

/** Who must not be contacted, since when, said by whom and why. */
export function consentsService(
  { db, events }: Pick<Platform, 'db' | 'events'>,
  { contacts, tasks }: { contacts: ContactsService; tasks: TasksService },
) {
  return {
    /** Saying again what is so already changes nothing. @throws {AppError} not_found */
    setDoNotContact: (
      context: Context,
      contactId: string,
      { doNotContact, reason }: { doNotContact: boolean; reason: string | null },
    ): Promise<ContactDetail> =>
      db.tenant(context.organizationId, async (tx) => {
        if (!(await contacts.knowledge.lock(tx, contactId))) throw notFound('Contact')
        const before = await contacts.detail(tx, contactId)
        if (before.doNotContact === doNotContact) return before
        const consent = { contactId, allowed: !doNotContact, reason, recordedBy: userIdOf(context) }
        await store.insertConsent(tx, consent)
        await store.setDoNotContact(tx, contactId, doNotContact)
        const tasksRemoved = doNotContact ? await tasks.removeOpenAutomatic(tx, contactId) : 0
        const details = { doNotContact, tasksRemoved }
        await audit(tx, { ...context, action: 'contact.do-not-contact-set', subject: contactId, details })
        await events.publish(tx, context.organizationId, { type: 'contact.changed', contactId })
        return contacts.detail(tx, contactId)
      }),
  }
}
export type ConsentsService = ReturnType<typeof consentsService>
