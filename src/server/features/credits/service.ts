import type { CreditFilter } from '#contract/organizations.ts'
import { addMonths, creditMonthAt } from '#domain/billing/credit-months.ts'
import { PROFESSIONAL } from '#domain/billing/plans.ts'
import type { BillingMailsService } from '#server/features/billing-mails/service.ts'
import { audit } from '#server/platform/audit.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { earlierOf, grant, restoreCredits, revoke } from './service/grant.ts'
import { ledgerCsv } from './service/ledger-csv.ts'
import { decodePageCursor, encodePageCursor } from './service/page-cursor.ts'
import { post, postFirst, postRefunds } from './store/post-entries.ts'
import * as store from './store.ts'

/** An entry for one contact; `key` names the effect, so that repeating it does nothing. */
type ContactEntry = { key: string; contactId: string | null; description: string }

const DAY_MS = 86_400_000
/** A credit month has at most 31 days; a grant that is older shows its newest days. */
const USAGE_DAYS = 31

type LowCredits = { grantKey: string; left: number; granted: number }

/** A period that was paid for; `key` is its invoice. Times are ISO 8601 in UTC. */
type PeriodGrant = {
  key: string
  amount: number
  start: string
  end: string
  /** It begins with a change between month and year. */
  isSwitch?: boolean
}

/**
 * The ledger of credits. The sum of its entries is always the organization's balance, and the balance never goes
 * below zero. Verbs that take a transaction become part of it: what they are for and the credit stand or fall together.
 */
export function creditsService(
  { db, events, clock }: Pick<Platform, 'db' | 'events' | 'clock'>,
  { mails }: { mails: Pick<BillingMailsService, 'creditsLow'> },
) {
  return {
    /** Takes one credit. `exists`: taken before under this key, nothing more was taken. */
    async reserve(tx: TenantTx, entry: ContactEntry): Promise<'reserved' | 'no_credits' | 'exists'> {
      const outcome = await post(tx, { ...entry, amount: -1, operation: 'enrich' })
      if (outcome === 'exists') return 'exists'
      return outcome === 'posted' ? 'reserved' : 'no_credits'
    },

    /**
     * Takes a credit for each of the first entries, as many as there are credits. Their keys are new: each is taken for
     * once in its life.
     *
     * @returns how many
     */
    reserveFirst: (tx: TenantTx, entries: readonly ContactEntry[]): Promise<number> =>
      postFirst(
        tx,
        entries.map((entry) => ({ ...entry, amount: -1, operation: 'enrich' })),
      ),

    /**
     * What is left of the last grant once that is a tenth of it or less, else null. Owners are mailed of it, once a
     * grant. Part of the caller's transaction.
     */
    async lowCreditsOf(tx: TenantTx): Promise<LowCredits | null> {
      const last = await store.findLastGrant(tx)
      if (!last || last.left > last.granted / 10) return null
      await mails.creditsLow(tx, last.grantKey, { left: last.left, granted: last.granted })
      return last
    },

    /**
     * Gives one credit back for each entry, once a key.
     *
     * @returns how many
     */
    refundCredits: async (tx: TenantTx, entries: readonly ContactEntry[]): Promise<number> =>
      entries.length === 0 ? 0 : postRefunds(tx, entries),

    /**
     * Opens a paid period: what is left of earlier grants expires, then its credits are added. Once a key. A change
     * between month and year adds those of the time that has passed: switching back and forth buys none.
     */
    grantPeriod(
      tx: TenantTx,
      { key, amount, start, end, isSwitch = false }: PeriodGrant,
    ): Promise<'granted' | 'exists'> {
      return grant(tx, { key, amount, start, paid: { key, start, end }, isSwitch })
    },

    /**
     * Takes the credits of a payment that was paid back, as far as they are there; once a refund. Where another
     * subscription goes on, the balance becomes what that one would have left.
     */
    revokePeriod: (tx: TenantTx, invoiceId: string, goesOn: boolean) => revoke(tx, invoiceId, goesOn),

    /** Gives those back whose refund came to nothing; part of the caller's transaction. */
    restorePeriod: (tx: TenantTx, invoiceId: string) => restoreCredits(tx, invoiceId),

    /**
     * How the running credit month stands: what was carried over and granted, less what was used, with adjustments, is the
     * balance. Part of the caller's transaction.
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
      // Less than nothing cannot be carried over.
      const carriedOver = Math.max(0, rest - given)
      return {
        ...{ granted, carriedOver, used, adjusted: rest - carriedOver, balance },
        since: start,
        renewsAt: renewalOf(month.paid, clock.now()),
      }
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
        if (outcome === 'granted') events.publish(tx, organizationId, { type: 'organization.changed' })
        return outcome === 'granted'
      })
    },

    /** Organizations with a running paid period, by id; the next page starts behind the last one. */
    subscribersAfter(id: string | null): Promise<OrganizationId[]> {
      return store.listSubscribersAfter(db, id, clock.now())
    },

    /**
     * What look-ups used, day by day of the running credit month in UTC.
     *
     * @throws {AppError} not_found for every organization but the caller's own
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

    /** @throws {AppError} not_found for every organization but the caller's own, invalid for a cursor never given */
    async list(
      context: Context,
      organizationId: string,
      page: CreditFilter & { limit: number; cursor?: string | undefined },
    ) {
      requireOwn(context, organizationId)
      const after = decodePageCursor(page.cursor)
      return db.tenant(context.organizationId, async (tx) => {
        const balance = await store.readBalance(tx)
        if (balance === undefined) throw notFound('Organization')
        const found = await store.listEntries(tx, page, page.limit + 1, after)
        const shown = found.slice(0, page.limit)
        const last = found.length > page.limit ? shown.at(-1) : undefined
        const entries = shown.map(({ exactTime: _, ...entry }) => entry)
        return { balance, entries, next: last ? encodePageCursor(last) : null }
      })
    },

    /**
     * The ledger as lines of CSV, newest first; no connection is held between pages.
     *
     * @throws {AppError} not_found for every organization but the caller's own
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

function requireOwn(context: Context, organizationId: string): void {
  if (organizationId.toLowerCase() !== context.organizationId) throw notFound('Organization')
}

/** When the next month of a period begins, or the next period; null once the period is over. */
function renewalOf(paid: store.PaidPeriod | null, now: Date): string | null {
  const month = paid && creditMonthAt(paid, now)
  if (!paid || !month) return null
  const next = addMonths(new Date(paid.start), month.number + 1)
  const end = new Date(paid.end)
  return (next < end ? next : end).toISOString()
}
