import { normalizePhone } from '#domain/identity/phone.ts'
import type { AuthService } from '#server/features/auth/service.ts'
import type { BrokeragesService } from '#server/features/brokerages/service.ts'
import type { ConsentsService } from '#server/features/consents/service.ts'
import type { ContactFormService } from '#server/features/contact-form/service.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { ImportsService } from '#server/features/imports/service.ts'
import type { InvitationsService } from '#server/features/invitations/service.ts'
import type { NewsletterService } from '#server/features/newsletter/service.ts'
import type { ScimService } from '#server/features/scim/service.ts'
import { audit, auditPlatform } from '#server/platform/audit.ts'
import { systemContext } from '#server/platform/context.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { nullIfMissing } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from '../limits.ts'
import { listMatchingOrganizations, listOrganizationsWithMerges } from '../store/matches.ts'
import * as store from '../store/requests.ts'

export const PRIVACY_WORK_JOB = 'privacy.work-everywhere'

export type Features = {
  auth: AuthService
  brokerages: Pick<BrokeragesService, 'removeInvitationsTo'>
  contacts: ContactsService
  consents: ConsentsService
  contactForm: ContactFormService
  imports: ImportsService
  invitations: InvitationsService
  scim: Pick<ScimService, 'forgetAddress'>
  newsletter: NewsletterService
}
/** `digits`: the last ten digits of the number, for numbers stored in other formats; empty without one. */
type PersonContactPoints = { email: string; phone: string | null; digits: string }

/** The confirmed email address, and the phone number if it counts too. */
export function contactPointsOf(
  request: { email: string; phone: string | null },
  byPhone: boolean,
): PersonContactPoints {
  const { e164, input } = normalizePhone((byPhone && request.phone) || '')
  const phone = e164 ?? (input || null)
  return { email: request.email, phone, digits: (phone ?? '').replace(/\D/g, '').slice(-10) }
}

/**
 * Erases or marks the person in every organization, erases data of the instance, and suppresses the person
 * everywhere. Suppressions come first, so that running imports can't add the person again. Each batch is one
 * transaction, and a repeated run only finds what is left.
 */
export async function processEverywhere(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  features: Features,
  request: store.IdentifiedRequest,
): Promise<void> {
  const { auth, brokerages, contacts, consents, contactForm, imports, invitations, newsletter, scim } =
    features
  const contactPoints = contactPointsOf(request, request.byPhone)
  const leaseUntil = () => new Date(clock.now().getTime() + limits.LEASE_MS)
  await contacts.suppressions.addPlatformSuppression(db, contactPoints, request.id)
  for (let after: string | null = null; ; ) {
    const page = { after, limit: limits.ORGANIZATION_BATCH }
    const organizations = await listMatchingOrganizations(db, contactPoints, page)
    for (const { id } of organizations) {
      const organizationId = parseOrganizationId(id)
      await (request.work === 'erase' ? erasePerson(organizationId) : blockPerson(organizationId))
    }
    after = organizations.at(-1)?.id ?? null
    if (organizations.length < page.limit) break
  }
  if (request.work === 'erase') {
    await eraseMergedPeople()
    await eraseInstanceData()
  } else await newsletter.endSubscription(db, contactPoints.email)

  async function erasePerson(organizationId: OrganizationId): Promise<void> {
    const context = systemContext(organizationId, 'privacy-request')
    let isFirst = true
    const erase = () =>
      db.tenant(organizationId, async (tx) => {
        const ids = await contacts.lockByContactPoint(tx, contactPoints, limits.BATCH_SIZE)
        // In the first batch: it reads every merge, and a repeated run may find no contacts here anymore.
        if (isFirst) await contacts.deleteMergeSnapshots(tx, contactPoints)
        if (ids.length === 0) return 0
        const erasedCount = await contacts.erase(tx, context, ids, request.id)
        await store.addContactsTouched(tx, request.id, erasedCount, leaseUntil())
        return erasedCount
      })
    while ((await erase()) > 0) isFirst = false
    const deleteRows = () =>
      db.tenant(organizationId, async (tx) => {
        const rows = await imports.clearSkippedRows(tx, contactPoints)
        const details = { rows, request: request.id }
        if (rows > 0) {
          await contacts.voidExports(tx)
          await audit(tx, { ...context, action: 'import-rows.erased', details })
        }
        await store.addContactsTouched(tx, request.id, 0, leaseUntil())
        return rows
      })
    while ((await deleteRows()) > 0);
    await db.tenant(organizationId, async (tx) => {
      await invitations.removeByAddress(tx, context, contactPoints.email)
      await scim.forgetAddress(tx, contactPoints.email)
    })
  }

  async function blockPerson(organizationId: OrganizationId): Promise<void> {
    const context = systemContext(organizationId, 'privacy-request')
    const command = { doNotContact: true, reason: 'Privacy request' }
    for (let after: string | null = null; ; ) {
      const afterId: string | null = after
      const ids: string[] = await db.tenant(organizationId, (tx) =>
        contacts.lockByContactPoint(tx, contactPoints, limits.BATCH_SIZE, afterId),
      )
      for (const id of ids) await consents.setDoNotContact(context, id, command).catch(nullIfMissing)
      await store.addContactsTouched(db, request.id, ids.length, leaseUntil())
      if (ids.length < limits.BATCH_SIZE) return
      after = ids.at(-1) ?? null
    }
  }

  /** People merged into a contact with another address exist only in the snapshot for undo. */
  async function eraseMergedPeople(): Promise<void> {
    for (const id of await listOrganizationsWithMerges(db, contactPoints)) {
      const organizationId = parseOrganizationId(id)
      const context = systemContext(organizationId, 'privacy-request')
      await db.tenant(organizationId, async (tx) => {
        await contacts.deleteMergeSnapshots(tx, contactPoints)
        await contacts.voidExports(tx)
        await audit(tx, { ...context, action: 'merges.forgotten', details: { request: request.id } })
        await store.addContactsTouched(tx, request.id, 0, leaseUntil())
      })
    }
  }

  /** Erases data outside of organizations. Accounts are left to their owners, who can delete them themselves. */
  function eraseInstanceData(): Promise<void> {
    return db.transaction(async (tx) => {
      const messages = await contactForm.forget(tx, contactPoints)
      const subscriptions = await newsletter.removeSubscriber(tx, contactPoints.email)
      const requests = await store.anonymizeOtherRequests(tx, request.id, contactPoints.email)
      await auth.forgetLinks(tx, contactPoints.email)
      await brokerages.removeInvitationsTo(tx, contactPoints.email)
      const details = { messages, newsletter: subscriptions, requests }
      await contacts.suppressions.recordRequest(tx, contactPoints, request)
      await auditPlatform(tx, {
        actor: { kind: 'system', job: PRIVACY_WORK_JOB },
        action: 'privacy-request.traces-erased',
        subject: request.id,
        details,
      })
    })
  }
}
