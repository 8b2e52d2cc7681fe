import { PROFESSIONAL } from '#domain/billing/plans.ts'
import type { TestCheckout } from '#server/platform/payments/test-checkouts.ts'

/** Loaded as a file of its own: the pages' policy allows no style inside them. */
export const STYLE = `:root { color-scheme: dark light; --page: #0e1014; --surface: #14171c; --line: #2a2e36; --text: #f3f4f7;
  --muted: #a3a8b3; --accent: #4cc2ff; --on-accent: #0e1014; --danger: #ff7a70; }
@media (prefers-color-scheme: light) { :root { --page: #f9fafb; --surface: #fff; --line: #e2e4e9; --text: #171a20;
  --muted: #545a66; --accent: #0a64a4; --on-accent: #fff; --danger: #b3261e; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--page);
  color: var(--text); font: 16px/1.5 "Inter Variable", system-ui, sans-serif; }
main { width: 100%; max-width: 420px; padding: 24px; background: var(--surface); border: 1px solid var(--line);
  border-radius: 8px; }
h1 { margin: 0 0 4px; font-size: 20px; }
p { margin: 0 0 16px; color: var(--muted); overflow-wrap: anywhere; }
p[role="alert"] { color: var(--danger); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 8px 16px; margin: 0 0 20px; padding: 16px 0;
  border: solid var(--line); border-width: 1px 0; }
dt { color: var(--muted); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
form { margin: 8px 0 0; }
button, a.button { display: block; width: 100%; padding: 10px 16px; border: 1px solid var(--line); border-radius: 8px;
  background: transparent; color: var(--text); font: inherit; font-weight: 500; text-align: center;
  text-decoration: none; cursor: pointer; }
.primary { border-color: transparent; background: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`

const NO_CHARGE = 'This is a test: no card is charged and no payment provider is connected.'

/** The hosted checkout as it stands. */
export function checkoutPage(checkout: TestCheckout): string {
  if (checkout.status === 'paid') {
    return page(
      'This checkout is paid',
      `<p>The subscription of ${escaped(checkout.organizationName)} was paid here. ${NO_CHARGE}</p>
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

/** After Decline: what happened, and the two ways on. */
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
    'There is no such checkout',
    '<p>The address may be incomplete.</p><a class="button primary" href="/onboarding">Back to onboarding</a>',
  )
}

/** Where the product goes on after a payment. */
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

/** `content` is markup: everything in it that people or programs gave has been escaped. */
function page(heading: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Test payments</title>
    <link rel="stylesheet" href="/test-payments/style.css">
  </head>
  <body>
    <main>
      <h1>${heading}</h1>
      ${content}
    </main>
  </body>
</html>
`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
