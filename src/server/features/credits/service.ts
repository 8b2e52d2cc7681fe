import type { CreditFilter } from '#contract/organizations.ts'
import { addMonths, creditMonthAt } from '#domain/billing/credit-months.ts'
import { PROFESSIONAL } from '#domain/billing/plans.ts'
import { csvRow } from '#domain/contact-files/csv-export.ts'
import type { BillingEmailsService } from '#server/features/billing-emails/service.ts'
import { audit } from '#server/platform/audit.ts'
import { DAY_MS, dayOf } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { notFound } from '#server/platform/errors.ts'
import { BY_TIME, type PageQuery, readPage, type TimeRange } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import { earlierOf, grant, restoreCredits, revokeCredits } from './service/grant.ts'
import {
  addUnlimitedCredits,
  type ContactEntry,
  type LedgerEntry,
  post,
  postAffordable,
  postRefunds,
  settleUnlimitedCredits,
} from './store/post-entries.ts'
import type { ListedEntry } from './store.ts'
import * as store from './store.ts'

/** Longest credit month in days. Usage since an older grant shows only the newest days. */
const MAX_USAGE_DAYS = 31

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
  { billingEmails }: { billingEmails: Pick<BillingEmailsService, 'creditsLow'> },
) {
  const balanceOf = async (tx: TenantTx): Promise<number> => (await store.readBalance(tx)) ?? 0

  const debitOf = (entry: ContactEntry): LedgerEntry => ({ ...entry, amount: -1, operation: 'enrich' })

  return {
    /**
     * Takes one credit; `exists` if this key already took one. With unlimited credits, a grant of the same amount comes
     * with it.
     */
    async reserve(tx: TenantTx, entry: ContactEntry): Promise<'reserved' | 'no_credits' | 'exists'> {
      const debit = debitOf(entry)
      const [isUnlimited, outcome] = await Promise.all([addUnlimitedCredits(tx, 1), post(tx, debit)])
      if (isUnlimited) await settleUnlimitedCredits(tx, [debit], outcome === 'posted' ? 1 : 0)
      if (outcome === 'exists') return 'exists'
      return outcome === 'posted' ? 'reserved' : 'no_credits'
    },

    /**
     * Takes a credit for each of the first entries until the balance is 0, or for all with unlimited credits. Their keys
     * must be new.
     *
     * @returns the number taken
     */
    async reserveAffordable(tx: TenantTx, entries: readonly ContactEntry[]): Promise<number> {
      const debits = entries.map(debitOf)
      const [isUnlimited, takenCount] = await Promise.all([
        addUnlimitedCredits(tx, debits.length),
        postAffordable(tx, debits),
      ])
      if (isUnlimited) await settleUnlimitedCredits(tx, debits, takenCount)
      return takenCount
    },

    /**
     * The remaining credits of the last grant if they are a tenth or less, otherwise null. Emails the owners once per grant.
     * Part of the caller's transaction.
     */
    async lowCreditsOf(tx: TenantTx) {
      const lastGrant = await store.findLastGrant(tx)
      if (!lastGrant || lastGrant.left > lastGrant.granted / 10) return null
      await billingEmails.creditsLow(tx, lastGrant.grantKey, {
        left: lastGrant.left,
        granted: lastGrant.granted,
      })
      return lastGrant
    },

    /** The balance; 0 without the organization. */
    balanceOf,

    /**
     * Refunds one credit for each entry, once per key.
     *
     * @returns the number refunded
     */
    refundCredits: async (tx: TenantTx, entries: readonly ContactEntry[]): Promise<number> =>
      entries.length === 0 ? 0 : postRefunds(tx, entries),

    /**
     * Opens a paid period once per key: remaining credits of earlier grants expire, then its credits are added. A switch
     * between monthly and yearly billing adds credits only for elapsed time, so that repeated switches add none.
     */
    grantPeriod: (tx: TenantTx, { key, amount, start, end, isSwitch = false }: PeriodGrant) =>
      grant(tx, { key, amount, start, paid: { key, start, end }, isSwitch }),

    /**
     * Takes the remaining credits of a refunded payment, once per refund. If another subscription continues, the balance
     * becomes that of its grant.
     */
    revokePeriod: revokeCredits,
    restorePeriod: restoreCredits,

    /**
     * The current credit month: carried over + granted - used + adjusted = balance. Part of the caller's transaction.
     */
    async monthOf(tx: TenantTx) {
      const balance = await balanceOf(tx)
      const month = await store.findLastMonth(tx)
      if (!month)
        return {
          ...{ granted: 0, carriedOver: 0, used: 0, adjusted: balance, balance },
          since: null,
          renewsAt: null,
        }
      const start = month.start ?? month.grantedAt
      const since = earlierOf(start, month.grantedAt)
      const used = Math.max(0, await store.sumUsedSince(tx, since, ['enrich', 'refund']))
      const unlimited = await store.sumUnlimitedSince(tx, since)
      const granted = Math.max(0, month.granted + (await store.sumTakenBySwitch(tx, month))) + unlimited
      const remainder = balance + used - granted
      const adjustedCredits = -(await store.sumUsedSince(tx, since, ['adjustment', 'revoke', 'transfer']))
      // A negative remainder can't be carried over.
      const carriedOver = Math.max(0, remainder - adjustedCredits)
      return {
        ...{ granted, carriedOver, used, adjusted: remainder - carriedOver, balance },
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
        const paid = await store.findPaidPeriod(tx, now)
        const month = paid && creditMonthAt(paid, now)
        if (!paid || !month || month.number === 0) return false
        const key = `${paid.key}:month-${month.number}`
        const amount = PROFESSIONAL.monthlyCredits
        const isNew = (await grant(tx, { key, amount, start: month.start, paid })) === 'granted'
        if (isNew) events.publish(tx, organizationId, { type: 'organization.changed' })
        return isNew
      })
    },

    /** A page of organizations with a running paid period, by id, after `id`. */
    listSubscribersAfter: (id: string | null): Promise<OrganizationId[]> =>
      store.listSubscribersAfter(db, id, clock.now()),

    /**
     * Credits used by enrichment on each day of the current credit month, in UTC.
     */
    async readUsage(context: Context) {
      const now = clock.now()
      return db.tenant(context.organizationId, async (tx) => {
        const month = await store.findLastMonth(tx)
        const oldest = new Date(now.getTime() - MAX_USAGE_DAYS * DAY_MS)
        const start = new Date(month?.start ?? now)
        const to = dayOf(now)
        const from = dayOf(start > now ? now : start < oldest ? oldest : start)
        return { from, to, days: await store.listUsageByDay(tx, from, to) }
      })
    },

    /** Credits used by enrichment on each day from `from` to `to`, in UTC. */
    readUsageBetween: async (context: Context, { from, to }: { from: string; to: string }) => {
      const days = await db.tenant(context.organizationId, (tx) => store.listUsageByDay(tx, from, to))
      return { from, to, days }
    },

    /** @throws {AppError} invalid for a malformed cursor */
    async list(context: Context, query: CreditFilter & PageQuery) {
      return db.tenant(context.organizationId, async (tx) => {
        const balance = await store.readBalance(tx)
        if (balance === undefined) throw notFound('Organization')
        const page = await readPage(BY_TIME, query, (range) => store.listEntries(tx, query, range))
        return { balance, ...page }
      })
    },

    /**
     * The ledger as CSV lines, newest first. Holds no connection between pages.
     */
    async export(context: Context, filter: CreditFilter) {
      await db.tenant(context.organizationId, (tx) =>
        audit(tx, { ...context, action: 'credits.exported', subject: context.organizationId }),
      )
      return generateLedgerCsv((range) =>
        db.tenant(context.organizationId, (tx) => store.listEntries(tx, filter, range)),
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

type ReadPage = (range: TimeRange) => Promise<ListedEntry[]>

const PAGE_SIZE = 1000

/** Yields the ledger as CSV, read in pages to bound memory. */
async function* generateLedgerCsv(readEntries: ReadPage): AsyncGenerator<string> {
  const names = ['Contact Name', 'Requested By']
  yield csvRow(['Time (UTC)', 'Operation', 'Credits', 'Description', 'Contact', 'Entry', ...names])
  for (let after: TimeRange['after'] = null; ; ) {
    const page: ListedEntry[] = await readEntries({ after, limit: PAGE_SIZE })
    yield page.map(toCsvLine).join('')
    const last = page.at(-1)
    if (!last || page.length < PAGE_SIZE) return
    after = { at: last.exactAt, id: last.id }
  }
}

function toCsvLine(entry: ListedEntry): string {
  const { createdAt, operation, amount, description, contactName, memberName, contactId, id } = entry
  const names = [contactName ?? '', memberName ?? '']
  return csvRow([createdAt, operation, amount, description ?? '', contactId ?? '', id, ...names])
}
