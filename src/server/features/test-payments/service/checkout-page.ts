import { PROFESSIONAL } from '#domain/billing/plans.ts'
import { escapeHtml } from '#server/platform/content/escape-html.ts'
import type { TestCheckout } from '#server/platform/payments/test-checkouts.ts'
import { NO_CHARGE, priceText, renderButton, renderPage } from './page.ts'

export function renderCheckoutPage(checkout: TestCheckout): string {
  if (checkout.status === 'paid') {
    return renderPage(
      'This checkout is paid',
      `<p>${escapeHtml(checkout.organizationName)} is subscribed. ${NO_CHARGE}</p>
      <a class="button primary" href="${returnPath(checkout.id)}">Continue</a>`,
    )
  }
  if (checkout.status === 'canceled') {
    return renderPage(
      'This checkout was canceled',
      `<p>Nothing was paid. ${NO_CHARGE}</p><a class="button primary" href="/onboarding">Back to onboarding</a>`,
    )
  }
  const isDeclined = checkout.status === 'declined'
  const path = checkoutPath(checkout.id)
  return renderPage(
    'Test payments',
    `${isDeclined ? '<p role="alert">The payment was declined. You can try again or cancel.</p>' : ''}
      <p>${NO_CHARGE}</p>
      <dl>
        <dt>Organization</dt><dd>${escapeHtml(checkout.organizationName)}</dd>
        <dt>Plan</dt><dd>${escapeHtml(PROFESSIONAL.name)}</dd>
        <dt>Price</dt><dd>${priceText(checkout.billingPeriod)}</dd>
      </dl>
      ${renderButton(`${path}/pay`, 'Pay', 'primary')}
      ${renderButton(`${path}/decline`, 'Decline')}
      ${renderButton(`${path}/cancel`, 'Cancel')}`,
  )
}

/** Page after Decline, with links to retry or cancel. */
export function renderDeclinedPage(id: string): string {
  return renderPage(
    'Payment declined',
    `<p role="alert">The test payment was declined. Nothing was paid.</p>
      <a class="button primary" href="${checkoutPath(id)}">Try again</a>
      ${renderButton(`${checkoutPath(id)}/cancel`, 'Cancel')}`,
  )
}

export const UNKNOWN_CHECKOUT = renderPage(
  'Checkout not found',
  '<p>The link may be incomplete.</p><a class="button primary" href="/onboarding">Back to onboarding</a>',
)

export function checkoutPath(id: string): string {
  return `/test-payments/checkout/${encodeURIComponent(id)}`
}

export function returnPath(id: string): string {
  return `/checkout-return?session_id=${encodeURIComponent(id)}`
}
