import type { ContactDetail } from '#contract/contacts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { setRelationship } from '#contract/relationships.ts'
import type { Agreement, AgreementSide } from '#domain/activities/relationship.ts'
import { NO_DETAILS } from '#domain/identity/contact-details.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

type AgreementTerms = Omit<Agreement, 'side'>

const NO_HISTORY = {
  source: null,
  stage: null,
  assignedTo: null,
  createdOn: null,
  lastContactOn: null,
  lastClosingOn: null,
}

/** How members know a contact, and the contact's exclusive agreements with brokers. */
export function relationshipsService(
  { db, events, clock }: Pick<Platform, 'db' | 'events' | 'clock'>,
  { contacts }: { contacts: Pick<ContactsService, 'detail' | 'knowledge'> },
) {
  /** Changes a contact under its lock. @throws {AppError} not_found */
  const change = (context: Context, contactId: string, work: (tx: TenantTx) => Promise<void>) =>
    db.tenant(context.organizationId, async (tx): Promise<ContactDetail> => {
      if (!(await contacts.knowledge.lockContact(tx, contactId))) throw notFound('Contact')
      await work(tx)
      events.publish(tx, context.organizationId, { type: 'contact.changed', contactId })
      return contacts.detail(tx, contactId)
    })

  /** Part of the caller's transaction, which locked the contact. */
  async function setAgreement(
    tx: TenantTx,
    context: Context,
    contactId: string,
    side: AgreementSide,
    agreement: AgreementTerms | null,
  ): Promise<void> {
    if (agreement)
      await store.upsertAgreement(tx, contactId, {
        ...agreement,
        side,
        recordedBy: userIdOf(context),
        at: clock.now(),
      })
    else await store.deleteAgreement(tx, contactId, side)
    const details = { side, broker: agreement?.broker ?? null, status: agreement?.status ?? null }
    await audit(tx, { ...context, action: 'contact.agreement-set', subject: contactId, details })
  }

  return {
    setAgreement,

    /** @throws {AppError} not_found */
    changeAgreement: (
      context: Context,
      contactId: string,
      side: AgreementSide,
      agreement: AgreementTerms | null,
    ) => change(context, contactId, (tx) => setAgreement(tx, context, contactId, side, agreement)),

    /** @throws {AppError} not_found */
    set: (
      context: Context,
      contactId: string,
      { relationship, lastClosingOn }: BodyOf<typeof setRelationship>,
    ) =>
      change(context, contactId, async (tx) => {
        if (relationship !== undefined) await store.setRelationship(tx, contactId, relationship)
        if (lastClosingOn !== undefined) {
          const contact = await contacts.detail(tx, contactId)
          const { history, ...details } = contact.details ?? NO_DETAILS
          await contacts.knowledge.updateTypedFields(tx, contactId, {
            ...contact,
            details: { ...details, history: { ...NO_HISTORY, ...history, lastClosingOn } },
          })
        }
        await audit(tx, { ...context, action: 'contact.relationship-set', subject: contactId })
      }),
  }
}
export type RelationshipsService = ReturnType<typeof relationshipsService>
