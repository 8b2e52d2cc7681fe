import type { ContactPointInput, REMOVAL_REASONS, Suppression } from '#contract/erasure.ts'
import type { BillingService } from '#server/features/billing/service.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { OrganizationsService } from '#server/features/organizations/service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, systemContext, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from './policy.ts'
import { ERASE_JOB, eraseOrganization, redactPayments, settleMoney } from './service/erase-organization.ts'
import { createRetentionReview } from './service/retention.ts'
import * as store from './store/erasures.ts'

export { ERASE_JOB } from './service/erase-organization.ts'

type Features = {
  contacts: ContactsService
  organizations: OrganizationsService
  billing: Pick<BillingService, 'finishRefunds'>
}
type ErasureStart = {
  cause: store.ErasureCause
  isAllowed(tx: TenantTx, organization: { name: string }): Promise<boolean> | boolean
}

/** Erasing for good: who must not come back, and whole organizations, on their owner's word or after their time. */
export function erasureService(platform: Platform, { contacts, organizations, billing }: Features) {
  const { db, queue, events, clock, log } = platform
  const kept = createRetentionReview(platform)
  const wake = (organizationId: string) => queue.send(ERASE_JOB, { organizationId }, { key: organizationId })

  /** Signs everybody out and begins, unless it may not be or has begun. @returns whether it began */
  async function startErasure(context: Context, { cause, isAllowed }: ErasureStart): Promise<boolean> {
    const { organizationId } = context
    const begun = await db.tenant(organizationId, async (tx) => {
      const organization = await store.lockOrganization(tx)
      if (!organization) throw notFound('Organization')
      if (!(await isAllowed(tx, organization))) return false
      const erasure = { cause, requestedBy: userIdOf(context), now: clock.now() }
      if (!(await store.insertErasure(tx, erasure))) return false
      await store.removeAllMembers(tx)
      const details = { cause }
      await audit(tx, { ...context, action: 'organization.erasure-begun', subject: organizationId, details })
      events.publish(tx, organizationId, { type: 'organization.changed', team: true })
      return true
    })
    // What is stored is safe: should this fail, the sweep takes it up.
    if (begun)
      await wake(organizationId).catch(() => log.warn({ organizationId }, 'An erasure waits for the sweep'))
    return begun
  }

  /** A read or change of the caller's own list. @throws {AppError} not_found for another organization */
  function isSuppressed<T>(
    context: Context,
    organizationId: string,
    work: (tx: TenantTx) => Promise<T>,
  ): Promise<T> {
    organizations.requireOwn(context, organizationId)
    return db.tenant(context.organizationId, work)
  }

  return {
    /** @throws {AppError} not_found, invalid */
    suppressions: (
      context: Context,
      organizationId: string,
      query: { limit: number; cursor?: string | undefined },
    ) => isSuppressed(context, organizationId, (tx) => contacts.suppressions.list(tx, query)),

    /** @throws {AppError} not_found, invalid, conflict when it is there already */
    suppress: (context: Context, organizationId: string, reach: ContactPointInput): Promise<Suppression> =>
      isSuppressed(context, organizationId, async (tx) => {
        const added = await contacts.suppressions.add(tx, reach)
        await audit(tx, { ...context, action: 'suppression.added', subject: added.id })
        return added
      }),

    checkSuppression: (context: Context, organizationId: string, reach: ContactPointInput) =>
      isSuppressed(context, organizationId, (tx) => contacts.suppressions.find(tx, reach)),

    /** @throws {AppError} not_found */
    unsuppress: (
      context: Context,
      organizationId: string,
      id: string,
      reason: (typeof REMOVAL_REASONS)[number],
    ): Promise<void> =>
      isSuppressed(context, organizationId, async (tx) => {
        if (!(await contacts.suppressions.remove(tx, id))) throw notFound('Entry')
        await audit(tx, { ...context, action: 'suppression.removed', subject: id, details: { reason } })
      }),

    /**
     * Begins the erasure of the caller's organization, confirmed by its name.
     *
     * @throws {AppError} not_found, invalid for another name, unavailable or conflict while its subscription cannot
     * be ended
     */
    async eraseOwn(context: Context, organizationId: string, typedName: string): Promise<void> {
      organizations.requireOwn(context, organizationId)
      if (typedName !== (await organizations.nameOf(context.organizationId)).normalize('NFC').trim()) {
        const message = 'Type the name of your organization'
        throw new AppError('invalid', message, { fields: { name: message } })
      }
      await settleMoney({ ...platform, billing }, context.organizationId)
      await startErasure(context, { cause: 'owner', isAllowed: () => true })
    },

    /**
     * The same by the operator, who typed the name; for the admin console, which asks for a reason and notes it.
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
      if (typedName !== name.normalize('NFC').trim())
        throw new AppError('invalid', 'Type the name of the organization', {
          fields: { name: 'This is another name' },
        })
      const context = { ...operator, organizationId: mintOrganizationId(organizationId) }
      await settleMoney({ ...platform, billing }, context.organizationId)
      await startErasure(context, { cause: 'operator', isAllowed: () => true })
    },

    /** Carries an erasure on; called by the job. */
    async continue(organizationId: OrganizationId, signal?: AbortSignal): Promise<void> {
      const now = clock.now()
      const lease = { now, leaseUntil: new Date(now.getTime() + policy.LEASE_MS) }
      const erasure = await store.claimErasure(db, organizationId, lease)
      if (!erasure) return
      try {
        await eraseOrganization({ ...platform, billing }, organizationId, erasure, signal)
      } catch (error) {
        await store.postponeErasure(db, organizationId, policy.nextAttemptAt(erasure.attempts, clock.now()))
        throw error
      }
    },

    /** Takes up erasures that a stopped process left, and mails that are due. */
    async sweep(): Promise<void> {
      for (const organizationId of await store.listDueErasures(db, clock.now())) await wake(organizationId)
      await kept.sendDue()
    },

    /**
     * Warns the owners of canceled organizations and begins to erase those whose time is over. Whether one was
     * reactivated meanwhile is looked at under its lock, which a payment takes, too.
     */
    reviewCanceled: (signal?: AbortSignal): Promise<void> =>
      kept.review(
        ({ organizationId }) =>
          startErasure(systemContext(organizationId, 'retention'), {
            cause: 'retention',
            isAllowed: (tx) => store.isCanceledBefore(tx, kept.cutoff()),
          }),
        signal,
      ),

    /** Empties events that the payment provider sent about organizations after they were erased. */
    async redactLateEvents(signal?: AbortSignal): Promise<void> {
      const ago = (days: number) => new Date(clock.now().getTime() - days * policy.DAY_MS)
      const ids = await store.listErasedIds(db, ago(policy.LATE_EVENTS_DAYS))
      await redactPayments(db, ids, ago(3), signal)
    },
  }
}
export type ErasureService = ReturnType<typeof erasureService>
