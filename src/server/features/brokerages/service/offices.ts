import { endCustomPlan, startCustomPlan } from '#server/features/billing/service/custom-plan.ts'
import type { Deps as BillingDeps } from '#server/features/billing/service/record-change.ts'
import { audit } from '#server/platform/audit.ts'
import type { Caller } from '#server/platform/context.ts'
import type { TenantTx, Tx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { BrokerageRow } from '../store/brokerages.ts'
import * as store from '../store/offices.ts'

/** Offices joining and leaving a brokerage. Every function is part of a transaction that has locked the brokerage. */
export function createOffices(deps: BillingDeps) {
  const { events, clock } = deps

  async function record(tx: TenantTx, caller: Caller, action: string, brokerageId: string): Promise<void> {
    await audit(tx, { ...caller, action, subject: brokerageId })
    events.publish(tx, tx.organizationId, { type: 'organization.changed' })
  }

  /** Starts the brokerage's plan; an organization with a paid subscription keeps that one. */
  async function startPlan(tx: TenantTx, { planId, planUntil }: BrokerageRow): Promise<void> {
    const now = clock.now()
    if (!planId || !planUntil || new Date(planUntil) <= now) return
    await startCustomPlan(tx, deps, {
      id: `brokerage-${newId()}`,
      plan: 'enterprise',
      ...{ until: planUntil, now, grantKey: `brokerage-${planId}-${tx.organizationId}` },
    })
  }

  async function endPlan(tx: TenantTx): Promise<void> {
    if (await store.hasBrokeragePlan(tx)) await endCustomPlan(tx, deps, clock.now())
  }

  /** Seats that no office has; null is unlimited. */
  async function freeSeats(tx: Tx, { id, seats }: BrokerageRow): Promise<number | null> {
    if (seats === null) return null
    const offices = await store.listOffices(tx, id)
    return seats - offices.reduce((sum, { seatLimit }) => sum + (seatLimit ?? 0), 0)
  }

  return {
    startPlan,
    endPlan,
    freeSeats,

    /** @throws {AppError} conflict when it belongs to a brokerage, is being deleted, or exceeds the brokerage's limits */
    async join(
      tx: Tx,
      brokerage: BrokerageRow,
      organizationId: OrganizationId,
      caller: Caller,
    ): Promise<void> {
      const offices = await store.listOffices(tx, brokerage.id)
      const free = await freeSeats(tx, brokerage)
      const tenantTx = await store.enterOrganization(tx, organizationId)
      const office = await store.lockOffice(tenantTx)
      if (!office || office.isErasing) throw new AppError('conflict', 'This organization is being deleted.')
      if (office.isSuspended)
        throw new AppError('suspended', 'This organization is suspended. Please contact support.')
      if (office.brokerageId === brokerage.id)
        throw new AppError('conflict', 'Your organization already belongs to this brokerage.')
      if (office.brokerageId !== null)
        throw new AppError(
          'conflict',
          'Your organization already belongs to another brokerage. Leave it first.',
        )
      if (brokerage.maxOffices !== null && offices.length >= brokerage.maxOffices)
        throw new AppError('conflict', `This brokerage has ${offices.length} offices, which is its limit.`)
      if (free !== null && free < office.seats)
        throw new AppError(
          'conflict',
          `Your organization needs ${office.seats} seats, and the brokerage has ${Math.max(0, free)} left. Ask its owner.`,
        )
      const seatLimit = free === null ? null : office.seats
      await store.setBrokerage(tenantTx, { brokerageId: brokerage.id, seatLimit, now: clock.now() })
      await startPlan(tenantTx, brokerage)
      await record(tenantTx, caller, 'brokerage.joined', brokerage.id)
    },

    /** The organization keeps its data, members and credits. @throws {AppError} not_found */
    async leave(tx: Tx, brokerageId: string, organizationId: OrganizationId, caller: Caller): Promise<void> {
      const tenantTx = await store.enterOrganization(tx, organizationId)
      const office = await store.lockOffice(tenantTx)
      if (office?.brokerageId !== brokerageId) throw notFound('Office')
      await endPlan(tenantTx)
      await store.setBrokerage(tenantTx, { brokerageId: null, seatLimit: null, now: clock.now() })
      await record(tenantTx, caller, 'brokerage.left', brokerageId)
    },

    /** Locks an office that can take part in a move. @throws {AppError} not_found, conflict */
    async lockMovable(tx: Tx, brokerageId: string, organizationId: OrganizationId): Promise<TenantTx> {
      const tenantTx = await store.enterOrganization(tx, organizationId)
      const office = await store.lockOffice(tenantTx)
      if (office?.brokerageId !== brokerageId) throw notFound('Office')
      if (office.isErasing) throw new AppError('conflict', 'This office is being deleted.')
      if (office.isSuspended) throw new AppError('conflict', 'This office is suspended. Contact support.')
      return tenantTx
    },

    record,
  }
}
export type Offices = ReturnType<typeof createOffices>
