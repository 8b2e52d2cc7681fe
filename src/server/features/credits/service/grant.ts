import { addMonths } from '#domain/billing/credit-months.ts'
import { audit } from '#server/platform/audit.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { post } from '../store/post-entries.ts'
import * as store from '../store.ts'

const BILLING_ACTOR = { kind: 'system', job: 'billing' } as const

type Grant = { key: string; amount: number; start: string; paid: store.PaidPeriod; isSwitch?: boolean }

/** Opens a paid period or one of its months, once per key. */
export async function grant(
  tx: TenantTx,
  { key, amount, start, paid, isSwitch = false }: Grant,
): Promise<'granted' | 'exists'> {
  const balance = await store.lockBalance(tx)
  if (balance === undefined) throw notFound('Organization')
  if (await store.hasEntry(tx, `grant:${key}`)) return 'exists'
  // A period that is reported after a later one is over, so its own credits expire instead of the later ones.
  const isOver = await store.hasGrantAfter(tx, start)
  const isBalanceKept = isSwitch && !isOver
  const newBalance = isBalanceKept ? await computeBalanceAfterSwitch(tx, { balance, amount, start }) : amount
  const expired = isOver ? amount : balance + amount - newBalance
  if (!isOver && !isBalanceKept) await expire(tx, key, expired)
  await post(tx, {
    key: `grant:${key}`,
    amount,
    operation: 'grant',
    description: 'Credits for the paid period',
    metadata: { start, paid },
  })
  if (isBalanceKept) await expire(tx, key, expired, 'Credits for the unused part of the previous period')
  else if (isOver) await expire(tx, key, expired)
  const details = { amount, expired, start }
  await audit(tx, { actor: BILLING_ACTOR, action: 'credits.granted', subject: key, details })
  return 'granted'
}

/** The balance plus credits for the elapsed time, because the price of the switch already credits the unused time. */
async function computeBalanceAfterSwitch(
  tx: TenantTx,
  { balance, amount, start }: { balance: number; amount: number; start: string },
): Promise<number> {
  const month = await store.findLastMonth(tx)
  if (!month) return amount
  const startedAt = new Date(month.start ?? month.grantedAt)
  const length = addMonths(startedAt, 1).getTime() - startedAt.getTime()
  const elapsed = Math.max(0, new Date(start).getTime() - startedAt.getTime())
  return Math.min(amount, balance + Math.floor((amount * elapsed) / length))
}

async function expire(
  tx: TenantTx,
  key: string,
  amount: number,
  description = 'Unused credits from the previous period',
): Promise<void> {
  if (amount === 0) return
  await post(tx, { key: `expire:${key}`, amount: -amount, operation: 'expire', description })
}

/** Takes the credits of a refunded invoice, once, unless they were restored in the meantime. */
export async function revokeCredits(tx: TenantTx, invoiceId: string, isContinuing: boolean): Promise<void> {
  const balance = await store.lockBalance(tx)
  if (balance === undefined) throw notFound('Organization')
  const granted = await store.sumGrantedFor(tx, invoiceId)
  const revocations = await store.listRevocations(tx, invoiceId)
  if (granted === 0 || isRevoked(revocations)) return
  const month = isContinuing ? await store.findLastMonth(tx) : undefined
  const newBalance = month ? month.granted - (await sumCreditsUsedSince(tx, month)) : balance - granted
  const amount = Math.max(0, newBalance) - balance
  if (amount === 0) return
  await postRevocation(tx, { invoiceId, step: revocations.length, amount })
}

/**
 * Restores credits after a failed refund, once per refund. If another period was granted since, they would have expired.
 */
export async function restoreCredits(tx: TenantTx, invoiceId: string): Promise<void> {
  if ((await store.lockBalance(tx)) === undefined) throw notFound('Organization')
  const revocations = await store.listRevocations(tx, invoiceId)
  const lastRevocation = revocations.at(-1)
  if (!lastRevocation || !isRevoked(revocations) || lastRevocation.amount >= 0 || lastRevocation.isOver)
    return
  await postRevocation(tx, { invoiceId, step: revocations.length, amount: -lastRevocation.amount })
}

type RevocationStep = { invoiceId: string; step: number; amount: number }

/** Posts and audits credits taken (negative) or restored for an invoice. */
async function postRevocation(tx: TenantTx, { invoiceId, step, amount }: RevocationStep): Promise<void> {
  const isTaking = amount < 0
  await post(tx, {
    key: revocationKeyOf(invoiceId, step),
    amount,
    operation: 'revoke',
    description: isTaking ? 'Credits of a refunded payment' : 'Credits restored because the refund failed',
    metadata: { invoice: invoiceId },
  })
  await audit(tx, {
    actor: BILLING_ACTOR,
    action: isTaking ? 'credits.revoked' : 'credits.given_back',
    subject: invoiceId,
    details: { amount },
  })
}

/** Revocations and restorations alternate. */
const isRevoked = (entries: readonly store.Revocation[]) => entries.length % 2 === 1

const revocationKeyOf = (invoiceId: string, step: number) =>
  step === 0 ? `revoke:${invoiceId}` : `revoke:${invoiceId}:${step}`

/** Credits that enrichment used in a month, minus the operator's adjustments. */
function sumCreditsUsedSince(tx: TenantTx, { start, grantedAt }: store.CreditMonth): Promise<number> {
  return store.sumUsedSince(tx, earlierOf(start ?? grantedAt, grantedAt), [
    'enrich',
    'refund',
    'adjustment',
    'transfer',
  ])
}

export function earlierOf(first: string, second: string): string {
  return Date.parse(first) < Date.parse(second) ? first : second
}

/**
 * Adds credits, or takes some if `amount` is negative, but never more than exist. Once per key. Part of the caller's
 * transaction.
 */
export function adjustCredits(
  tx: TenantTx,
  { key, amount }: { key: string; amount: number },
): Promise<'posted' | 'insufficient' | 'exists'> {
  return post(tx, {
    key: `adjustment:${key}`,
    amount,
    operation: 'adjustment',
    description: amount > 0 ? 'Added by the operator' : 'Removed by the operator',
  })
}

/** Moves credits to (positive) or from another office of the brokerage, once per key. Part of the caller's transaction. */
export function moveCredits(
  tx: TenantTx,
  { key, amount }: { key: string; amount: number },
): Promise<'posted' | 'insufficient' | 'exists'> {
  return post(tx, {
    key: `transfer:${key}`,
    amount,
    operation: 'transfer',
    description: amount > 0 ? 'From another office of your brokerage' : 'To another office of your brokerage',
  })
}
