import type { z } from 'zod'
import type {
  creditsAdjustment,
  customPlan,
  ManagedOrganization,
  newOrganization,
} from '#contract/admin-organizations.ts'
import type { AuthService } from '#server/features/auth/service.ts'
import {
  endCustomPlan,
  findCustomPlan,
  startCustomPlan,
} from '#server/features/billing/service/custom-plan.ts'
import type { BillingService } from '#server/features/billing/service.ts'
import type { BillingEmailsService } from '#server/features/billing-emails/service.ts'
import { adjustCredits } from '#server/features/credits/service/grant.ts'
import type { CreditsService } from '#server/features/credits/service.ts'
import type { ErasureService } from '#server/features/erasure/service.ts'
import type { MembershipsService } from '#server/features/memberships/service.ts'
import type { NotificationsService } from '#server/features/notifications/service.ts'
import { createOrganization } from '#server/features/organizations/service/create-organization.ts'
import { audit, auditFor, auditPlatform } from '#server/platform/audit.ts'
import type { Caller } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store/organizations.ts'
import * as periods from './periods.ts'

export type OrganizationActionsDeps = Pick<Platform, 'db' | 'events' | 'payments' | 'clock' | 'log' | 'site'>
export type Features = {
  auth: AuthService
  credits: CreditsService
  memberships: Pick<MembershipsService, 'join' | 'lockOrganizationsOf'>
  billingEmails: BillingEmailsService
  notifications: Pick<NotificationsService, 'billing'>
  billing: Pick<BillingService, 'requestCheck' | 'readMoneyState'>
  erasure: Pick<ErasureService, 'eraseAsOperator'>
}

type Details = Record<string, string | number | boolean | null>
type Adjustment = z.output<typeof creditsAdjustment>
type CustomPlan = z.output<typeof customPlan>

/** Operator actions on an organization. Each is recorded, with its reason, in its audit log and in the platform's. */
export function createOrganizationActions(platform: OrganizationActionsDeps, features: Features) {
  const { db, events, clock, log } = platform
  const deps = { ...platform, ...features }

  async function readOrganization(tx: TenantTx): Promise<ManagedOrganization> {
    const since = periods.listMonthStarts(clock.now()).at(-1) ?? ''
    const row = await store.readOrganization(tx, since)
    if (!row) throw notFound('Organization')
    return { ...row, agreement: await findCustomPlan(tx) }
  }

  /** @throws {AppError} not_found */
  async function requireOrganization(id: string): Promise<OrganizationId> {
    const organizationId = await store.findOrganization(db, id)
    if (!organizationId) throw notFound('Organization')
    return organizationId
  }

  /** Runs one action; `work` returns the details to record, or null if it was already done. */
  async function act(
    operator: Caller,
    id: string,
    action: string,
    work: (tx: TenantTx) => Promise<Details | null>,
  ): Promise<ManagedOrganization> {
    return db.tenant(await requireOrganization(id), async (tx) => {
      if (!(await store.lockOrganization(tx))) throw notFound('Organization')
      const details = await work(tx)
      const organization = await readOrganization(tx)
      if (details) await record(tx, operator, action, details)
      return organization
    })
  }

  /** Must run last: the platform's audit entry changes the tenant of the rest of the transaction. */
  async function record(tx: TenantTx, operator: Caller, action: string, details: Details): Promise<void> {
    const entry = { ...operator, action: `operator.${action}`, subject: tx.organizationId, details }
    // Open streams recheck their access, because the action may have been a suspension.
    events.publish(tx, tx.organizationId, { type: 'organization.changed', team: true })
    await audit(tx, entry)
    await auditPlatform(tx, entry)
  }

  async function setSuspension(operator: Caller, id: string, reason: string | null, logReason: string) {
    return act(operator, id, reason === null ? 'suspension-lifted' : 'organization-suspended', async (tx) => {
      const current = await store.lockOrganization(tx)
      if ((current?.suspendedAt !== null) === (reason !== null)) return null
      await store.setSuspension(tx, reason === null ? null : { at: clock.now(), reason })
      return { reason: logReason }
    })
  }

  return {
    get: async (id: string) => db.tenant(await requireOrganization(id), readOrganization),
    require: requireOrganization,

    /**
     * Creates an organization and its owner, and emails the owner a sign-in link.
     *
     * @throws {AppError} conflict for a user who already belongs to an organization
     */
    async add(operator: Caller, input: z.output<typeof newOrganization>): Promise<ManagedOrganization> {
      const owner = await features.auth.ensureUser(input.ownerEmail)
      const id = await db.transaction(async (tx) => {
        if (!(await features.memberships.lockOrganizationsOf(tx, owner.id)))
          throw new AppError('conflict', 'This person just deleted their account')
        const organizationId = await createOrganization(tx, input.name, owner.id)
        await features.memberships.join(tx, { userId: owner.id, organizationId, role: 'OWNER' })
        const entry = { ...operator, action: 'operator.organization-added', subject: organizationId }
        await auditFor(tx, organizationId, { ...entry, details: { owner: owner.id } })
        await auditPlatform(tx, { ...entry, details: { owner: owner.id } })
        return organizationId
      })
      // A failed email is not fatal: the owner can request a new link on the sign-in page.
      await features.auth
        .emailLink(input.ownerEmail)
        .catch((error: Error) => log.warn({ err: error }, "Could not email the new owner's sign-in link"))
      return db.tenant(await requireOrganization(id), readOrganization)
    },

    /** @throws {AppError} not_found, conflict if the organization has fewer credits than `amount` takes */
    adjustCredits: (operator: Caller, id: string, { amount, reason, requestId }: Adjustment) =>
      act(operator, id, 'credits-adjusted', async (tx) => {
        const outcome = await adjustCredits(tx, { key: requestId, amount })
        if (outcome === 'insufficient')
          throw new AppError('conflict', "The organization doesn't have that many credits")
        return outcome === 'exists' ? null : { amount, reason }
      }),

    /** @throws {AppError} not_found, invalid for the day, conflict while a paid subscription is active */
    setCustomPlan: (operator: Caller, id: string, { plan, until, reason, requestId }: CustomPlan) =>
      act(operator, id, 'plan-agreed', async (tx) => {
        const now = clock.now()
        const end = periods.endOfCustomPlan(until, now)
        const outcome = await startCustomPlan(tx, deps, { id: requestId, plan, until: end, now })
        if (outcome === 'paying') {
          throw new AppError('conflict', 'This organization has a paid subscription. Cancel it first.')
        }
        return outcome === 'exists' ? null : { plan, until, reason }
      }),

    /** @throws {AppError} not_found, conflict without a custom plan */
    endCustomPlan: (operator: Caller, id: string, reason: string) =>
      act(operator, id, 'agreement-ended', async (tx) => {
        if (await endCustomPlan(tx, deps, clock.now())) return { reason }
        throw new AppError('conflict', 'This organization has no custom plan')
      }),

    suspend: (operator: Caller, id: string, reason: string) => setSuspension(operator, id, reason, reason),
    lift: (operator: Caller, id: string, reason: string) => setSuspension(operator, id, null, reason),

    /**
     * Starts erasing an organization. The platform's log stores the reason, because the organization's log is erased too.
     *
     * @throws {AppError} not_found, invalid for another name, unavailable while its subscription can't be canceled
     */
    async erase(
      operator: Caller,
      id: string,
      { name, reason }: { name: string; reason: string },
    ): Promise<void> {
      const organizationId = await requireOrganization(id)
      await features.erasure.eraseAsOperator(operator, organizationId, name)
      const entry = { ...operator, action: 'operator.organization-erased', subject: organizationId }
      await db.transaction((tx) => auditPlatform(tx, { ...entry, details: { reason } }))
    },

    /** Ends custom plans whose last day has passed. */
    async sweep(): Promise<void> {
      const now = clock.now()
      for (const organizationId of await store.listDueCustomPlans(db, now)) {
        await db.tenant(organizationId, async (tx) => {
          if (!(await endCustomPlan(tx, deps, now, true))) return
          events.publish(tx, organizationId, { type: 'organization.changed' })
        })
      }
    },
  }
}
