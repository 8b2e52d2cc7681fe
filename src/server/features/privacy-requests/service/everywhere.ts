import { normalizePhone } from '#domain/identity/phone.ts'
import type { ConsentsService } from '#server/features/consents/service.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import { systemContext } from '#server/platform/context.ts'
import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'
import { nullIfMissing } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from '../policy.ts'
import { organizationsReaching } from '../store/matches.ts'
import * as store from '../store/requests.ts'

export const PRIVACY_WORK_JOB = 'privacy.work-everywhere'

type Features = { contacts: ContactsService; consents: ConsentsService }
type Reach = { email: string; phone: string | null }

/** By what the contacts of a request are found: the confirmed address, and the typed number where it is to count. */
export function reachOf(request: Pick<store.RequestRow, 'email' | 'phone'>, byPhone: boolean): Reach {
  const { e164, typed } = normalizePhone(request.phone ?? '')
  return { email: request.email, phone: byPhone ? (e164 ?? (typed || null)) : null }
}

/**
 * Erases or marks the contacts of a request in every organization, and keeps the person from being added anew. First
 * the hashes, so that nobody comes in behind; each batch is one transaction, and doing it again finds only the rest.
 */
export async function workEverywhere(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { contacts, consents }: Features,
  request: store.RequestRow,
): Promise<void> {
  const reach = reachOf(request, request.byPhone)
  const leaseUntil = () => new Date(clock.now().getTime() + policy.LEASE_MS)
  await contacts.suppressions.addEverywhere(db, reach)
  for (const { id } of await organizationsReaching(db, reach)) {
    const organizationId = mintOrganizationId(id)
    if (request.work === 'erase') await eraseIn(organizationId)
    else await objectIn(organizationId)
  }

  async function eraseIn(organizationId: OrganizationId): Promise<void> {
    const context = systemContext(organizationId, 'privacy-request')
    let isFirst = true
    const erase = () =>
      db.tenant(organizationId, async (tx) => {
        const ids = await contacts.reachedBy(tx, reach, policy.BATCH)
        // With the first ones: it reads every merge, and should this stop, nobody looks here again without contacts.
        if (isFirst) await contacts.forgetMerged(tx, reach)
        if (ids.length === 0) return 0
        const erased = await contacts.erase(tx, context, ids, { request: request.id })
        await store.addTouched(tx, request.id, erased, leaseUntil())
        return erased
      })
    while ((await erase()) > 0) isFirst = false
  }

  async function objectIn(organizationId: OrganizationId): Promise<void> {
    const context = systemContext(organizationId, 'privacy-request')
    const wish = { doNotContact: true, reason: 'Privacy request' }
    for (let after: string | null = null; ; ) {
      const behind: string | null = after
      const ids: string[] = await db.tenant(organizationId, (tx) =>
        contacts.reachedBy(tx, reach, policy.BATCH, behind),
      )
      for (const id of ids) await consents.setDoNotContact(context, id, wish).catch(nullIfMissing)
      if (ids.length > 0) await store.addTouched(db, request.id, ids.length, leaseUntil())
      if (ids.length < policy.BATCH) return
      after = ids.at(-1) ?? null
    }
  }
}
