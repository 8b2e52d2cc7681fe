import { expect, test } from 'vitest'
import {
  amountText,
  cardSubscriptionText,
  invoiceBadge,
  noticeOf,
  periodLine,
  planName,
  priceText,
  type SubscriptionState,
} from './billing-texts.ts'

const ACTIVE: SubscriptionState & { canceledAt: string | null } = {
  status: 'active',
  isAgreed: false,
  periodEnd: '2026-12-21T12:00:00.000Z',
  trialEnd: null,
  cancelAtPeriodEnd: false,
  failedAttempts: 0,
  nextAttemptAt: null,
  refundPending: false,
  retainedUntil: null,
  canceledAt: null,
}

test('A25 shows no banner for an active subscription, and the end date with Resume for a canceled one', () => {
  expect(noticeOf(ACTIVE)).toBeNull()
  expect(noticeOf({ ...ACTIVE, status: 'incomplete', periodEnd: null })).toBeNull()
  expect(noticeOf({ ...ACTIVE, cancelAtPeriodEnd: true })).toMatchObject({
    title: 'Your subscription ends on Dec 21, 2026',
    action: 'resume',
  })
})

test('A25 shows failed attempts, the next attempt and what to do when a payment is overdue', () => {
  const first = noticeOf({
    ...ACTIVE,
    status: 'past_due',
    failedAttempts: 1,
    nextAttemptAt: '2026-12-24T12:00:00.000Z',
  })
  expect(first?.action).toBe('card')
  expect(first?.text).toMatch(
    /^The next attempt is on Dec 24, 2026\. Your contacts are locked .* Update your card/,
  )
  const last = noticeOf({ ...ACTIVE, status: 'past_due', failedAttempts: 4 })
  expect(last?.text).toMatch(/^4 attempts have failed\. Your contacts are locked/)
})

test('A25 shows how long contacts are stored after the end, and that a trial excludes contacts', () => {
  const ended = noticeOf({ ...ACTIVE, status: 'canceled', retainedUntil: '2027-03-21T12:00:00.000Z' })
  expect(ended).toMatchObject({
    text: 'Your contacts stay saved until Mar 21, 2027. Choose a plan to use them again.',
    action: 'plan',
  })
  const trial = noticeOf({ ...ACTIVE, status: 'trialing', trialEnd: '2026-12-01T12:00:00.000Z' })
  expect(trial?.text).toBe('It runs until Dec 1, 2026. Choose a plan to use contacts now.')
})

test('A25 shows a pending refund before any other notice', () => {
  expect(noticeOf({ ...ACTIVE, refundPending: true, cancelAtPeriodEnd: true })?.title).toBe(
    'Your refund is on its way',
  )
})

test('A25 labels the next date by status', () => {
  expect(periodLine(ACTIVE)).toEqual(['Renews on', 'Dec 21, 2026'])
  expect(periodLine({ ...ACTIVE, cancelAtPeriodEnd: true })).toEqual(['Ends on', 'Dec 21, 2026'])
  const agreed = { ...ACTIVE, isAgreed: true, cancelAtPeriodEnd: true, periodEnd: '2027-02-01T00:00:00.000Z' }
  expect(periodLine(agreed)).toEqual(['Last day', 'Jan 31, 2027'])
  expect(periodLine({ ...ACTIVE, status: 'past_due' })).toBeNull()
  expect(periodLine({ ...ACTIVE, status: 'past_due', nextAttemptAt: '2026-12-24T12:00:00.000Z' })).toEqual([
    'Next attempt on',
    'Dec 24, 2026',
  ])
  expect(periodLine({ ...ACTIVE, status: 'canceled', canceledAt: '2026-12-02T12:00:00.000Z' })).toEqual([
    'Ended on',
    'Dec 2, 2026',
  ])
  expect(periodLine({ ...ACTIVE, status: 'incomplete' })).toBeNull()
})

test('A25 offers no Resume for a custom plan, and shows when a card subscription beside it renews', () => {
  expect(noticeOf({ ...ACTIVE, cancelAtPeriodEnd: true, isAgreed: true })).toBeNull()
  const cardSubscription = {
    status: 'active',
    period: 'yearly',
    periodEnd: '2026-12-21T12:00:00.000Z',
  } as const
  expect(cardSubscriptionText({ ...cardSubscription, cancelAtPeriodEnd: false })).toContain(
    'renews on Dec 21, 2026.',
  )
  expect(cardSubscriptionText({ ...cardSubscription, cancelAtPeriodEnd: true })).toContain(
    'It ends on Dec 21, 2026.',
  )
})

test('A25 formats plans, prices, amounts and invoice statuses', () => {
  expect(planName('professional')).toBe('Professional')
  expect(planName(null)).toBe('No plan')
  expect(priceText({ plan: 'professional', period: 'yearly' })).toBe('$790 per year')
  expect(priceText({ plan: 'enterprise', period: 'yearly' })).toBeNull()
  expect(amountText({ amountCents: 7900, currency: 'usd' })).toBe('$79.00')
  expect(invoiceBadge({ status: 'paid', refunded: true }).label).toBe('Refunded')
  expect(invoiceBadge({ status: 'uncollectible', refunded: false }).label).toBe('Not paid')
})
