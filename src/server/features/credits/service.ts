import type { CreditFilter } from '#contract/organizations.ts'
import { addMonths, creditMonthAt } from '#domain/billing/credit-months.ts'
import { PROFESSIONAL } from '#domain/billing/plans.ts'
import type { BillingEmailsService } from '#server/features/billing-emails/service.ts'
import { audit } from '#server/platform/audit.ts'
import { dayOf } from '#server/platform/clock.ts'
import { type Context, requireOwn } from '#server/platform/context.ts'
import { decodeTimeCursor, pageByTime } from '#server/platform/cursor.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { earlierOf, grant, restoreCredits, revoke } from './service/grant.ts'
import { ledgerCsv } from './service/ledger-csv.ts'
import { post, postFirst, postRefunds } from './store/post-entries.ts'
import * as store from './store.ts'

/** An entry for one contact; `key` makes it idempotent. */
type ContactEntry = { key: string; contactId: string | null; description: string }

const DAY_MS = 86_400_000
/** Longest credit month in days; an older grant shows only its newest days. */
const USAGE_DAYS = 31

type LowCredits = { grantKey: string; left: number; granted: number }

/** A paid period; `key` is its invoice. Times are ISO 8601 in UTC. */
type PeriodGrant = {
  key: string
  amount: number
  start: string
  end: string
  /** True if it begins with a switch between monthly and yearly billing. */
  isSwitch?: boolean
}

/**
 * The credit ledger. The sum of its entries always equals the organization's balance, which never goes below zero.
 * Functions that take a transaction become part of it, so that credits and their purpose succeed or fail together.
 */
export function creditsService(
  { db, events, clock }: Pick<Platform, 'db' | 'events' | 'clock'>,
  { mails }: { mails: Pick<BillingEmailsService, 'creditsLow'> },
) {
  return {
    /** Takes one credit; `exists` if this key already took one. */
    async reserve(tx: TenantTx, entry: ContactEntry): Promise<'reserved' | 'no_credits' | 'exists'> {
      const outcome = await post(tx, { ...entry, amount: -1, operation: 'enrich' })
      if (outcome === 'exists') return 'exists'
      return outcome === 'posted' ? 'reserved' : 'no_credits'
    },

    /**
     * Takes a credit for each of the first entries, as far as the balance goes. Their keys must be new.
     *
     * @returns the number taken
     */
    reserveFirst: (tx: TenantTx, entries: readonly ContactEntry[]): Promise<number> =>
      postFirst(
        tx,
        entries.map((entry) => ({ ...entry, amount: -1, operation: 'enrich' })),
      ),

    /**
     * The rest of the last grant once it is a tenth or less, otherwise null. Emails the owners once per grant. Part of the
     * caller's transaction.
     */
    async lowCreditsOf(tx: TenantTx): Promise<LowCredits | null> {
      const last = await store.findLastGrant(tx)
      if (!last || last.left > last.granted / 10) return null
      await mails.creditsLow(tx, last.grantKey, { left: last.left, granted: last.granted })
      return last
    },

    /**
     * Refunds one credit for each entry, once per key.
     *
     * @returns the number refunded
     */
    refundCredits: async (tx: TenantTx, entries: readonly ContactEntry[]): Promise<number> =>
      entries.length === 0 ? 0 : postRefunds(tx, entries),

    /**
     * Opens a paid period once per key: the rest of earlier grants expires, then its credits are added. A switch between
     * monthly and yearly billing adds credits only for elapsed time, so switching back and forth buys none.
     */
    grantPeriod(
      tx: TenantTx,
      { key, amount, start, end, isSwitch = false }: PeriodGrant,
    ): Promise<'granted' | 'exists'> {
      return grant(tx, { key, amount, start, paid: { key, start, end }, isSwitch })
    },

    /**
     * Takes the remaining credits of a refunded payment, once per refund. If another subscription continues, the balance
     * becomes what it would have left.
     */
    revokePeriod: (tx: TenantTx, invoiceId: string, goesOn: boolean) => revoke(tx, invoiceId, goesOn),

    /** Restores credits after a failed refund; part of the caller's transaction. */
    restorePeriod: (tx: TenantTx, invoiceId: string) => restoreCredits(tx, invoiceId),

    /**
     * The current credit month: carried over + granted - used + adjusted = balance. Part of the caller's transaction.
     */
    async monthOf(tx: TenantTx) {
      const balance = (await store.readBalance(tx)) ?? 0
      const month = await store.findLastMonth(tx)
      if (!month)
        return {
          granted: 0,
          carriedOver: 0,
          used: 0,
          adjusted: balance,
          balance,
          since: null,
          renewsAt: null,
        }
      const start = month.start ?? month.grantedAt
      const since = earlierOf(start, month.grantedAt)
      const used = Math.max(0, await store.usedSince(tx, since, ['enrich', 'refund']))
      const granted = Math.max(0, month.granted + (await store.takenBySwitch(tx, month)))
      const rest = balance + used - granted
      const given = -(await store.usedSince(tx, since, ['adjustment', 'revoke']))
      // A negative rest can't be carried over.
      const carriedOver = Math.max(0, rest - given)
      return {
        ...{ granted, carriedOver, used, adjusted: rest - carriedOver, balance },
        since: start,
        renewsAt: renewalOf(month.paid, clock.now()),
      }
    },

    /**
     * Grants the current month within a yearly period.
     *
     * @returns true if it granted credits
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
        if (outcome === 'granted') events.publish(tx, organizationId, { type: 'organization.changed' })
        return outcome === 'granted'
      })
    },

    /** A page of organizations with a running paid period, by id, after `id`. */
    subscribersAfter(id: string | null): Promise<OrganizationId[]> {
      return store.listSubscribersAfter(db, id, clock.now())
    },

    /**
     * Credits used by enrichment on each day of the current credit month, in UTC.
     *
     * @throws {AppError} not_found for another organization
     */
    async usage(context: Context, organizationId: string) {
      requireOwn(context, organizationId)
      const now = clock.now()
      return db.tenant(context.organizationId, async (tx) => {
        const month = await store.findLastMonth(tx)
        const oldest = new Date(now.getTime() - USAGE_DAYS * DAY_MS)
        const start = new Date(month?.start ?? now)
        const to = dayOf(now)
        const from = dayOf(start > now ? now : start < oldest ? oldest : start)
        return { from, to, days: await store.usageByDay(tx, from, to) }
      })
    },

    /** @throws {AppError} not_found for another organization, invalid for a malformed cursor */
    async list(
      context: Context,
      organizationId: string,
      page: CreditFilter & { limit: number; cursor?: string | undefined },
    ) {
      requireOwn(context, organizationId)
      const after = decodeTimeCursor(page.cursor)
      return db.tenant(context.organizationId, async (tx) => {
        const balance = await store.readBalance(tx)
        if (balance === undefined) throw notFound('Organization')
        const found = await store.listEntries(tx, page, page.limit + 1, after)
        const { rows: entries, next } = pageByTime(found, page.limit)
        return { balance, entries, next }
      })
    },

    /**
     * The ledger as CSV lines, newest first. Holds no connection between pages.
     *
     * @throws {AppError} not_found for another organization
     */
    async export(context: Context, organizationId: string, filter: CreditFilter) {
      requireOwn(context, organizationId)
      await db.tenant(context.organizationId, (tx) =>
        audit(tx, { ...context, action: 'credits.exported', subject: context.organizationId }),
      )
      return ledgerCsv((after, limit) =>
        db.tenant(context.organizationId, (tx) => store.listEntries(tx, filter, limit, after)),
      )
    },
  }
}
export type CreditsService = ReturnType<typeof creditsService>

/** Start of the next credit month or period; null once the period is over. */
function renewalOf(paid: store.PaidPeriod | null, now: Date): string | null {
  const month = paid && creditMonthAt(paid, now)
  if (!paid || !month) return null
  const next = addMonths(new Date(paid.start), month.number + 1)
  const end = new Date(paid.end)
  return (next < end ? next : end).toISOString()
}
