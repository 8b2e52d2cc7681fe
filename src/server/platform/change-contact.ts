import { audit } from './audit.ts'
import type { Context } from './context.ts'
import type { TenantTx } from './db/database.ts'
import { emit } from './emit.ts'
import { notFound } from './errors.ts'
import type { Platform } from './platform.ts'
import { requestRuleChecks } from './rule-checks.ts'

/**
 * Returns a function that changes a contact, or what belongs to it, under the contact's lock, and publishes the change.
 *
 * @param changed what changes, for programs
 */
export function contactChanger({ db, events }: Pick<Platform, 'db' | 'events'>, changed: string) {
  /** @param action of the audit entry; null if the work writes its own @throws {AppError} not_found */
  return <T>(
    context: Context,
    contactId: string,
    action: string | null,
    work: (tx: TenantTx) => Promise<T>,
  ): Promise<T> =>
    db.tenant(context.organizationId, async (tx) => {
      if (!(await lockContact(tx, contactId))) throw notFound('Contact')
      const result = await work(tx)
      if (action) await audit(tx, { ...context, action, subject: contactId })
      await requestRuleChecks(tx, [contactId])
      await emit(tx, { type: 'contact.updated', contactIds: [contactId], changed: [changed] })
      events.publish(tx, context.organizationId, { type: 'contact.changed', contactId })
      return result
    })
}

/** Locks a contact until the transaction ends, which serializes changes of its data. @returns false if there is none */
export function lockContact(tx: TenantTx, id: string): Promise<boolean> {
  return tx.exists(
    'select 1 from contacts where organization_id = $1 and id = $2 for update',
    [tx.organizationId, id],
    'lock-contact',
  )
}
