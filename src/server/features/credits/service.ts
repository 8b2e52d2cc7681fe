import { creditMonthAt } from '#domain/billing/credit-months.ts'
import { PROFESSIONAL } from '#domain/billing/plans.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { pageAfter, pageCursor } from './service/page-cursor.ts'
import * as store from './store.ts'

/** An entry for one contact; `key` names the effect, so that repeating it does nothing. */
type ContactEntry = { key: string; contactId: string | null; description: string }

type LowCredits = { grantKey: string; left: number; granted: number }

/** A period that was paid for; `key` is its invoice. Times are ISO 8601 in UTC. */
type PeriodGrant = { key: string; amount: number; start: string; end: string }

/**
 * The ledger of credits. The sum of its entries is always the organization's balance, and the balance never goes
 * below zero. Verbs that take a transaction become part of it: what they are for and the credit stand or fall together.
 */
export function creditsService({ db, events, clock }: Pick<Platform, 'db' | 'events' | 'clock'>) {
  return {
    /** Takes one credit. `exists`: taken before under this key, nothing more was taken. */
    async reserve(tx: TenantTx, entry: ContactEntry): Promise<'reserved' | 'no_credits' | 'exists'> {
      const outcome = await store.post(tx, { ...entry, amount: -1, operation: 'enrich' })
      if (outcome === 'exists') return 'exists'
      return outcome === 'posted' ? 'reserved' : 'no_credits'
    },

    /**
     * What is left of the last grant once that is a tenth of it or less, else null. Part of the caller's transaction.
     */
    async lowOf(tx: TenantTx): Promise<LowCredits | null> {
      const last = await store.lastGrant(tx)
      return last && last.left <= last.granted / 10 ? last : null
    },

    /** Gives one credit back, once a key. */
    async refund(tx: TenantTx, entry: ContactEntry): Promise<'refunded' | 'exists'> {
      const outcome = await store.post(tx, { ...entry, amount: 1, operation: 'refund' })
      return outcome === 'posted' ? 'refunded' : 'exists'
    },

    /** Opens a paid period: what is left of earlier grants expires, then its credits are added. Once a key. */
    grantPeriod(tx: TenantTx, { key, amount, start, end }: PeriodGrant): Promise<'granted' | 'exists'> {
      return grant(tx, { key, amount, start, paid: { key, start, end } })
    },

    /**
     * Grants the month that has begun inside a period paid for a year.
     *
     * @returns whether there was something to grant
     */
    grantMonth(organizationId: OrganizationId): Promise<boolean> {
      const now = clock.now()
      return db.tenant(organizationId, async (tx) => {
        const paid = await store.paidPeriodAt(tx, now)
        const month = paid && creditMonthAt(paid, now)
        if (!paid || !month || month.number === 0) return false
        const key = `${paid.key}:month-${month.number}`
        const outcome = await grant(tx, {
          key,
          amount: PROFESSIONAL.monthlyCredits,
          start: month.start,
          paid,
        })
        if (outcome === 'granted') await events.publish(tx, organizationId, { type: 'organization.changed' })
        return outcome === 'granted'
      })
    },

    /** Organizations with a running paid period, by id; the next page starts behind the last one. */
    subscribersAfter(id: string | null): Promise<OrganizationId[]> {
      return store.subscribersAfter(db, id, clock.now())
    },

    /** @throws {AppError} not_found for every organization but the caller's own */
    async list(
      context: Context,
      organizationId: string,
      page: { limit: number; cursor?: string | undefined },
    ) {
      if (organizationId.toLowerCase() !== context.organizationId) throw notFound('Organization')
      const after = pageAfter(page.cursor)
      return db.tenant(context.organizationId, async (tx) => {
        const balance = await store.balance(tx)
        if (balance === undefined) throw notFound('Organization')
        const found = await store.entries(tx, page.limit + 1, after)
        const shown = found.slice(0, page.limit)
        const last = found.length > page.limit ? shown.at(-1) : undefined
        const entries = shown.map(({ exactTime: _, ...entry }) => entry)
        return { balance, entries, next: last ? pageCursor(last) : null }
      })
    },
  }
}
export type CreditsService = ReturnType<typeof creditsService>

type Grant = { key: string; amount: number; start: string; paid: store.PaidPeriod }

async function grant(tx: TenantTx, { key, amount, start, paid }: Grant): Promise<'granted' | 'exists'> {
  const left = await store.lockBalance(tx)
  if (left === undefined) throw notFound('Organization')
  if (await store.hasEntry(tx, `grant:${key}`)) return 'exists'
  // A period whose payment is told after that of a later one is over: its own credits expire, not the later ones.
  const isOver = await store.hasGrantAfter(tx, start)
  const expired = isOver ? amount : left
  if (!isOver) await expire(tx, key, expired)
  await store.post(tx, {
    key: `grant:${key}`,
    amount,
    operation: 'grant',
    description: 'Credits of the paid period',
    metadata: { start, paid },
  })
  if (isOver) await expire(tx, key, expired)
  await audit(tx, {
    actor: { kind: 'system', job: 'billing' },
    action: 'credits.granted',
    subject: key,
    details: { amount, expired, start },
  })
  return 'granted'
}

async function expire(tx: TenantTx, key: string, amount: number): Promise<void> {
  if (amount === 0) return
  await store.post(tx, {
    key: `expire:${key}`,
    amount: -amount,
    operation: 'expire',
    description: 'Unused credits of the period before',
  })
}
