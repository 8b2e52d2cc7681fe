import { PROFESSIONAL } from '#domain/billing/plans.ts'
import type { TestCheckout } from '#server/platform/payments/test-checkouts.ts'
import { escaped, NO_CHARGE, page } from './page.ts'

export function checkoutPage(checkout: TestCheckout): string {
  if (checkout.status === 'paid') {
    return page(
      'This checkout is paid',
      `<p>${escaped(checkout.organizationName)} is subscribed. ${NO_CHARGE}</p>
      <a class="button primary" href="${returnPath(checkout.id)}">Continue</a>`,
    )
  }
  if (checkout.status === 'canceled') {
    return page(
      'This checkout was canceled',
      `<p>Nothing was paid. ${NO_CHARGE}</p><a class="button primary" href="/onboarding">Back to onboarding</a>`,
    )
  }
  const isDeclined = checkout.status === 'declined'
  return page(
    'Test payments',
    `${isDeclined ? '<p role="alert">The payment was declined. You can try again or cancel.</p>' : ''}
      <p>${NO_CHARGE}</p>
      <dl>
        <dt>Organization</dt><dd>${escaped(checkout.organizationName)}</dd>
        <dt>Plan</dt><dd>${escaped(PROFESSIONAL.name)}</dd>
        <dt>Price</dt><dd>${priceText(checkout)}</dd>
      </dl>
      ${button(checkout.id, 'pay', 'Pay', 'primary')}
      ${button(checkout.id, 'decline', 'Decline')}
      ${button(checkout.id, 'cancel', 'Cancel')}`,
  )
}

/** Page after Decline, with links to retry or cancel. */
export function declinedPage(id: string): string {
  return page(
    'Payment declined',
    `<p role="alert">The test payment was declined. Nothing was paid.</p>
      <a class="button primary" href="/test-payments/checkout/${escaped(id)}">Try again</a>
      ${button(id, 'cancel', 'Cancel')}`,
  )
}

export function unknownPage(): string {
  return page(
    'Checkout not found',
    '<p>The link may be incomplete.</p><a class="button primary" href="/onboarding">Back to onboarding</a>',
  )
}

export function returnPath(id: string): string {
  return `/checkout-return?session_id=${encodeURIComponent(id)}`
}

function button(id: string, action: string, label: string, style = ''): string {
  return `<form method="post" action="/test-payments/checkout/${escaped(id)}/${action}">
        <button type="submit" class="${style}">${label}</button></form>`
}

function priceText({ billingPeriod }: TestCheckout): string {
  return billingPeriod === 'yearly'
    ? `$${PROFESSIONAL.yearlyPrice} per year`
    : `$${PROFESSIONAL.monthlyPrice} per month`
}
