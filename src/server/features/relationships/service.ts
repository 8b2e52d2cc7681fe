import type { ContactDetail } from '#contract/contacts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { setRelationship } from '#contract/relationships.ts'
import type { Agreement, AgreementSide } from '#domain/activities/relationship.ts'
import { NO_DETAILS } from '#domain/identity/contact-details.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import { audit } from '#server/platform/audit.ts'
import { contactChanger } from '#server/platform/change-contact.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
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
  platform: Pick<Platform, 'db' | 'events' | 'clock'>,
  { contacts }: { contacts: Pick<ContactsService, 'readDetail' | 'knowledge'> },
) {
  const changeContact = contactChanger(platform, 'relationship')

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
        now: platform.clock.now(),
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
    ): Promise<ContactDetail> =>
      changeContact(context, contactId, null, async (tx) => {
        await setAgreement(tx, context, contactId, side, agreement)
        return contacts.readDetail(tx, contactId)
      }),

    /** @throws {AppError} not_found */
    set: (
      context: Context,
      contactId: string,
      { relationship, lastClosingOn }: BodyOf<typeof setRelationship>,
    ): Promise<ContactDetail> =>
      changeContact(context, contactId, 'contact.relationship-set', async (tx) => {
        if (relationship !== undefined) await store.setRelationship(tx, contactId, relationship)
        if (lastClosingOn !== undefined) {
          const contact = await contacts.readDetail(tx, contactId)
          const { history, ...details } = contact.details ?? NO_DETAILS
          await contacts.knowledge.updateFields(tx, contactId, {
            ...contact,
            details: { ...details, history: { ...NO_HISTORY, ...history, lastClosingOn } },
          })
        }
        return contacts.readDetail(tx, contactId)
      }),
  }
}
export type RelationshipsService = ReturnType<typeof relationshipsService>
