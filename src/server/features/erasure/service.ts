import type { ContactPointInput, REMOVAL_REASONS, Suppression } from '#contract/erasure.ts'
import type { BillingService } from '#server/features/billing/service.ts'
import { recordErasedOffice } from '#server/features/brokerages/service/erased-office.ts'
import type { ContactTransfersService } from '#server/features/contact-transfers/service.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { DomainsService } from '#server/features/domains/service.ts'
import type { MembershipsService } from '#server/features/memberships/service.ts'
import type { OrganizationsService } from '#server/features/organizations/service.ts'
import { audit } from '#server/platform/audit.ts'
import { addDays } from '#server/platform/clock.ts'
import { type Context, systemContext, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, fieldError, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { Platform } from '#server/platform/platform.ts'
import { trySend } from '#server/platform/queue/try-send.ts'
import * as limits from './limits.ts'
import {
  ERASE_JOB,
  endSubscription,
  eraseOrganization,
  redactPayments,
} from './service/erase-organization.ts'
import { createRetentionReview } from './service/retention.ts'
import * as store from './store/erasures.ts'

export { ERASE_JOB } from './service/erase-organization.ts'

type Features = {
  contacts: ContactsService
  contactTransfers: Pick<ContactTransfersService, 'endInto'>
  memberships: Pick<MembershipsService, 'endAll'>
  organizations: OrganizationsService
  billing: Pick<BillingService, 'finishRefunds'>
  domains: Pick<DomainsService, 'originOf'>
}
type ErasureStart = {
  cause: store.ErasureCause
  isAllowed(tx: TenantTx): Promise<boolean> | boolean
}

/** Erasure of organizations, by their owner, an operator or retention, and the organization's suppression list. */
export function erasureService(
  platform: Platform,
  { contacts, contactTransfers, memberships, organizations, billing, domains }: Features,
) {
  const { db, events, clock } = platform
  const retention = createRetentionReview({ ...platform, domains })
  const wake = (organizationId: string) => trySend(platform, ERASE_JOB, { organizationId }, organizationId)

  /**
   * Signs out all members and starts the erasure, unless it is not allowed or already running. @returns true if it
   * started
   */
  async function startErasure(context: Context, { cause, isAllowed }: ErasureStart): Promise<boolean> {
    const { organizationId } = context
    const hasStarted = await db.tenant(organizationId, async (tx) => {
      const organization = await store.lockOrganization(tx)
      if (!organization) throw notFound('Organization')
      if (!(await isAllowed(tx))) return false
      const erasure = { cause, requestedBy: userIdOf(context), now: clock.now() }
      if (!(await store.insertErasure(tx, erasure))) return false
      await recordErasedOffice(tx, organization.credits)
      await contactTransfers.endInto(tx)
      await store.signMembersOut(tx)
      await memberships.endAll(tx, organizationId)
      const entry = { action: 'organization.erasure-started', subject: organizationId, details: { cause } }
      await audit(tx, { ...context, ...entry })
      events.publish(tx, organizationId, { type: 'organization.changed', team: true })
      return true
    })
    if (hasStarted) await wake(organizationId)
    return hasStarted
  }

  async function startConfirmed(context: Context, cause: store.ErasureCause): Promise<void> {
    await endSubscription({ ...platform, billing }, context.organizationId)
    await startErasure(context, { cause, isAllowed: () => true })
  }

  return {
    /** @throws {AppError} not_found, invalid */
    listSuppressions: (context: Context, query: { limit: number; cursor?: string | undefined }) =>
      db.tenant(context.organizationId, (tx) => contacts.suppressions.list(tx, query)),

    /** @throws {AppError} not_found, invalid, conflict when it is already on the list */
    suppress: (context: Context, contactPoint: ContactPointInput): Promise<Suppression> =>
      db.tenant(context.organizationId, async (tx) => {
        const suppression = await contacts.suppressions.add(tx, contactPoint)
        await audit(tx, { ...context, action: 'suppression.added', subject: suppression.id })
        return suppression
      }),

    checkSuppression: (context: Context, contactPoint: ContactPointInput) =>
      db.tenant(context.organizationId, (tx) => contacts.suppressions.find(tx, contactPoint)),

    /** @throws {AppError} not_found */
    unsuppress: (context: Context, id: string, reason: (typeof REMOVAL_REASONS)[number]): Promise<void> =>
      db.tenant(context.organizationId, async (tx) => {
        if (!(await contacts.suppressions.remove(tx, id))) throw notFound('Entry')
        await audit(tx, { ...context, action: 'suppression.removed', subject: id, details: { reason } })
      }),

    /**
     * Starts the erasure of the caller's organization, confirmed by its name.
     *
     * @throws {AppError} not_found, invalid for a wrong name, unavailable or conflict while its subscription can't be
     * ended
     */
    async eraseOwn(context: Context, typedName: string): Promise<void> {
      if (!isSameName(typedName, await organizations.nameOf(context.organizationId)))
        throw fieldError('invalid', 'name', 'Type the name of your organization')
      await startConfirmed(context, 'owner')
    },

    /**
     * Starts an erasure for the admin console, which asks for a reason and logs it.
     *
     * @throws {AppError} not_found, invalid, unavailable
     */
    async eraseAsOperator(
      operator: { actor: Actor; requestId: string | undefined },
      organizationId: string,
      typedName: string,
    ): Promise<void> {
      const name = await organizations.nameOf(organizationId)
      if (!name) throw notFound('Organization')
      if (!isSameName(typedName, name))
        throw new AppError('invalid', 'Type the name of the organization', {
          fields: { name: "This name doesn't match" },
        })
      await startConfirmed({ ...operator, organizationId: parseOrganizationId(organizationId) }, 'operator')
    },

    /** Continues an erasure; called by the job. */
    async continue(organizationId: OrganizationId, signal?: AbortSignal): Promise<void> {
      const now = clock.now()
      const lease = { now, leaseUntil: new Date(now.getTime() + limits.LEASE_MS) }
      const erasure = await store.claimErasure(db, organizationId, lease)
      if (!erasure) return
      try {
        await eraseOrganization({ ...platform, billing, memberships }, organizationId, erasure, signal)
      } catch (error) {
        await store.postponeErasure(db, organizationId, limits.nextAttemptAt(erasure.attempts, clock.now()))
        throw error
      }
    },

    /** Resumes erasures of stopped processes and sends due notices. */
    async sweep(): Promise<void> {
      for (const organizationId of await store.listDueErasures(db, clock.now())) await wake(organizationId)
      await retention.sendDue()
    },

    /**
     * Notifies the owners of canceled organizations and erases those past their retention. A reactivation is checked
     * under the lock that a payment also takes.
     */
    reviewCanceled: (signal?: AbortSignal): Promise<void> =>
      retention.review(
        ({ organizationId }) =>
          startErasure(systemContext(organizationId, 'retention'), {
            cause: 'retention',
            isAllowed: (tx) => store.isCanceledBefore(tx, retention.cutoff()),
          }),
        signal,
      ),

    /** Redacts events that the payment provider sent about already erased organizations. */
    async redactLateEvents(signal?: AbortSignal): Promise<void> {
      const ids = await store.listErasedIds(db, addDays(clock.now(), -limits.LATE_EVENTS_DAYS))
      await redactPayments(db, ids, addDays(clock.now(), -3), signal)
    },
  }
}
export type ErasureService = ReturnType<typeof erasureService>

function isSameName(input: string, name: string): boolean {
  return input === name.normalize('NFC').trim()
}
