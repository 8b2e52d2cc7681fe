import type { z } from 'zod'
import type {
  BrokerageTerms,
  brokerageOwner,
  brokeragePlan,
  ManagedBrokerage,
  newBrokerage,
  newOffice,
} from '#contract/admin-brokerages.ts'
import { endOfCustomPlan } from '#server/features/admin/service/periods.ts'
import type { AuthService } from '#server/features/auth/service.ts'
import type { MembershipsService } from '#server/features/memberships/service.ts'
import { createOrganization } from '#server/features/organizations/service/create-organization.ts'
import { auditFor, auditPlatform } from '#server/platform/audit.ts'
import type { Caller } from '#server/platform/context.ts'
import type { TenantTx, Tx } from '#server/platform/db/database.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, fieldError, notFound } from '#server/platform/errors.ts'
import { BY_TIME, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store/brokerages.ts'
import * as consoleStore from '../store/console.ts'
import {
  enterOrganization,
  listOffices,
  lockOffice,
  type OfficeState,
  setSeatLimit,
} from '../store/offices.ts'
import type { Offices } from './offices.ts'

type Deps = Pick<Platform, 'db' | 'clock' | 'log'> & {
  auth: Pick<AuthService, 'ensureUser' | 'emailLink'>
  memberships: Pick<MembershipsService, 'join' | 'lockOrganizationsOf'>
  offices: Offices
}

/** Operator actions on brokerages. Each action is recorded in the platform's audit log with its reason. */
export function createConsole({ db, clock, log, auth, memberships, offices }: Deps) {
  /** @throws {AppError} not_found */
  async function read(id: string): Promise<ManagedBrokerage> {
    const brokerage = await consoleStore.findManaged(db, id)
    if (!brokerage) throw notFound('Brokerage')
    return {
      ...brokerage,
      organizations: await consoleStore.listManagedOffices(db, id, monthStart(clock.now())),
    }
  }

  /** Runs one action under the lock of the brokerage; `work` returns the details to record, or null if it was done before. */
  async function act(
    operator: Caller,
    id: string,
    { action, reason }: { action: string; reason: string },
    work: (
      tx: Tx,
      brokerage: store.BrokerageRow,
    ) => Promise<Record<string, string | number | boolean | null> | null>,
  ): Promise<ManagedBrokerage> {
    await db.transaction(async (tx) => {
      const brokerage = await store.lockBrokerage(tx, id)
      if (!brokerage) throw notFound('Brokerage')
      const details = await work(tx, brokerage)
      if (details === null) return
      const entry = { ...operator, action: `operator.brokerage-${action}`, subject: id }
      await auditPlatform(tx, { ...entry, details: { ...details, reason } })
    })
    return read(id)
  }

  /** A failed email is not fatal: the person can request a link on the sign-in page. */
  const emailLink = (email: string) =>
    auth.emailLink(email).catch((error: Error) => log.warn({ err: error }, 'Could not email a sign-in link'))

  /** Works in each organization of a brokerage, in the order of their ids, as moves do. */
  async function forEachOffice(
    tx: Tx,
    brokerageId: string,
    work: (tenantTx: TenantTx, office: OfficeState) => Promise<void>,
  ): Promise<void> {
    const ids = (await listOffices(tx, brokerageId)).map(({ id }) => id).sort()
    for (const id of ids) {
      const tenantTx = await enterOrganization(tx, id)
      const office = await lockOffice(tenantTx)
      if (office) await work(tenantTx, office)
    }
  }

  return {
    /** Newest first. @throws {AppError} invalid for a malformed cursor */
    list: (query: PageQuery) => readPage(BY_TIME, query, (range) => consoleStore.listManaged(db, range)),
    get: read,

    async add(operator: Caller, { name, ownerEmail, reason }: z.output<typeof newBrokerage>) {
      const owner = await auth.ensureUser(ownerEmail)
      const id = await db.transaction(async (tx) => {
        const brokerageId = await store.insertBrokerage(tx, { name, ownerId: owner.id })
        const details = { owner: owner.id, reason }
        await auditPlatform(tx, {
          ...operator,
          action: 'operator.brokerage-added',
          subject: brokerageId,
          details,
        })
        return brokerageId
      })
      await emailLink(ownerEmail)
      return read(id)
    },

    /** @throws {AppError} not_found; conflict for fewer seats or offices than there are */
    setTerms: (operator: Caller, id: string, { reason, ...terms }: BrokerageTerms) =>
      act(operator, id, { action: 'terms-set', reason }, async (tx, brokerage) => {
        const rows = await listOffices(tx, id)
        const { seats, maxOffices, hasUnlimitedCredits } = terms
        const used = rows.reduce(
          (sum, office) => sum + (brokerage.seats === null ? office.seats : (office.seatLimit ?? 0)),
          0,
        )
        if (seats !== null && seats < used)
          throw fieldError('conflict', 'seats', `The offices have ${used} seats. Enter at least as many.`)
        if (maxOffices !== null && maxOffices < rows.length)
          throw fieldError(
            'conflict',
            'maxOffices',
            `The brokerage has ${rows.length} offices. Enter at least as many.`,
          )
        await store.setTerms(tx, id, terms)
        // An office first gets the seats in use; without a total, none has a limit.
        if ((seats === null) !== (brokerage.seats === null))
          await forEachOffice(tx, id, async (tenantTx, office) =>
            setSeatLimit(tenantTx, seats === null ? null : office.seats),
          )
        return { unlimited: hasUnlimitedCredits, seats, offices: maxOffices }
      }),

    /** Starts the plan in every office that doesn't pay for its own. @throws {AppError} not_found, invalid for the day */
    setPlan: (operator: Caller, id: string, { until, reason, requestId }: z.output<typeof brokeragePlan>) =>
      act(operator, id, { action: 'plan-set', reason }, async (tx, brokerage) => {
        if (brokerage.planId === requestId) return null
        const end = endOfCustomPlan(until, clock.now())
        await store.setPlan(tx, id, { planId: requestId, until: end })
        await forEachOffice(tx, id, async (tenantTx) => {
          await offices.startPlan(tenantTx, { ...brokerage, planId: requestId, planUntil: end })
          await offices.record(tenantTx, operator, 'brokerage.plan-set', id)
        })
        return { until }
      }),

    /** @throws {AppError} not_found, conflict without a plan */
    endPlan: (operator: Caller, id: string, reason: string) =>
      act(operator, id, { action: 'plan-ended', reason }, async (tx, brokerage) => {
        if (brokerage.planUntil === null) throw new AppError('conflict', 'This brokerage has no plan')
        await store.setPlan(tx, id, null)
        await forEachOffice(tx, id, async (tenantTx) => {
          await offices.endPlan(tenantTx)
          await offices.record(tenantTx, operator, 'brokerage.plan-ended', id)
        })
        return {}
      }),

    /** @throws {AppError} not_found, conflict at the brokerage's limits */
    async addOffice(operator: Caller, id: string, { name, ownerEmail, reason }: z.output<typeof newOffice>) {
      const owner = await auth.ensureUser(ownerEmail)
      const brokerage = await act(operator, id, { action: 'office-added', reason }, async (tx, locked) => {
        await memberships.lockOrganizationsOf(tx, owner.id)
        const organizationId = parseOrganizationId(await createOrganization(tx, name, owner.id))
        await memberships.join(tx, { userId: owner.id, organizationId, role: 'OWNER' })
        const entry = { ...operator, action: 'operator.organization-added', subject: organizationId }
        await auditFor(tx, organizationId, { ...entry, details: { owner: owner.id } })
        await offices.join(tx, locked, organizationId, operator)
        return { organization: organizationId }
      })
      await emailLink(ownerEmail)
      return brokerage
    },

    /** @throws {AppError} not_found */
    async setOwner(operator: Caller, id: string, { ownerEmail, reason }: z.output<typeof brokerageOwner>) {
      const owner = await auth.ensureUser(ownerEmail)
      const brokerage = await act(operator, id, { action: 'owner-set', reason }, async (tx) => {
        await store.setOwner(tx, id, owner.id)
        return { owner: owner.id }
      })
      await emailLink(ownerEmail)
      return brokerage
    },
  }
}

function monthStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
}
