import type { WebhookDelivery, WebhookEndpoint } from '#contract/v1/webhooks.ts'

const FAILURES: Readonly<Record<NonNullable<WebhookDelivery['failure']>, string>> = {
  bad_url: 'The URL must begin with https://',
  unknown_host: 'Host not found',
  refused_address: 'Not on the public internet',
  redirected: 'Redirects aren’t followed',
  unreachable: 'No connection',
  timed_out: 'No answer within 15 seconds',
  too_large: 'The answer is too large',
  status: 'Error',
  disabled: 'The webhook was off',
  secret: 'The secret can’t be read. Rotate it.',
}

/** How the last attempt ended. */
export function outcomeText({ attempt, status, failure }: WebhookDelivery): string {
  if (attempt === 0 && !failure) return 'Not sent yet'
  if (status !== null)
    return failure === 'disabled' ? `Status ${status}, then turned off` : `Status ${status}`
  return failure ? FAILURES[failure] : 'On its way'
}

const DISABLED_REASONS: Readonly<Record<NonNullable<WebhookEndpoint['disabledReason']>, string>> = {
  member: 'A member turned it off.',
  gone: 'The receiver answered 410, which asks us to stop.',
  failing: 'Every delivery failed for 5 days. Fix the receiver, then turn it on again.',
}

export const disabledText = ({ disabledReason }: WebhookEndpoint): string =>
  disabledReason ? DISABLED_REASONS[disabledReason] : ''
