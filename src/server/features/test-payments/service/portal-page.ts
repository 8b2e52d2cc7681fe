import { PROFESSIONAL } from '#domain/billing/plans.ts'
import { escapeHtml } from '#server/platform/content/escape-html.ts'
import type { TestInvoice, TestStep, TestSubscription } from '#server/platform/payments/test-life.ts'
import { invoiceNumber, type TestPortalView } from '#server/platform/payments/test-portal.ts'
import { NO_CHARGE, priceText, renderButton, renderPage } from './page.ts'

const STATUS_LABELS: Record<TestSubscription['status'], string> = {
  active: 'Active',
  past_due: 'Payment overdue',
  canceled: 'Ended',
}

/** Customer portal with card, subscriptions, possible steps and invoices. */
export function renderPortalPage(view: TestPortalView): string {
  const { customer, subscriptions, invoices } = view
  const live = subscriptions.filter(({ status }) => status !== 'canceled')
  return renderPage(
    'Manage your subscription',
    `<p>${NO_CHARGE}</p>
      <dl>
        <dt>Organization</dt><dd>${escapeHtml(customer.organizationName)}</dd>
        <dt>Card on file</dt><dd>Test card ending ${customer.card}</dd>
      </dl>
      ${renderCardButton(view)}
      ${live.map((subscription) => renderSubscription(view, subscription)).join('')}
      ${live.length === 0 ? '<h2>Subscription</h2><p>No active subscription.</p>' : ''}
      <h2>Invoices</h2>
      ${invoices.length === 0 ? '<p>No invoices yet.</p>' : renderInvoiceTable(invoices)}
      <a class="button" href="${escapeHtml(view.returnUrl)}">Back</a>`,
    'wide',
  )
}

export const UNKNOWN_PORTAL = renderPage(
  'This page has expired',
  '<p>Links work for a day. Go back and open the page again.</p><a class="button primary" href="/">Back</a>',
)

export function portalPath(id: string): string {
  return `/test-payments/portal/${encodeURIComponent(id)}`
}

function renderCardButton({ id, customer }: TestPortalView): string {
  return customer.card === '4242'
    ? renderButton(`${portalPath(id)}/card/0341`, 'Use the test card ending 0341 (declines)')
    : renderButton(`${portalPath(id)}/card/4242`, 'Use the test card ending 4242 (pays)')
}

function renderSubscription(view: TestPortalView, subscription: TestSubscription): string {
  const { billingPeriod, status, periodEnd, cancelAtPeriodEnd } = subscription
  const isOverdue = status === 'past_due'
  const periodLabel = isOverdue ? 'Unpaid until' : cancelAtPeriodEnd ? 'Ends on' : 'Renews on'
  return `<h2>Subscription</h2>
      ${isOverdue ? `<p role="alert">${overdueText(view, subscription)}</p>` : ''}
      <dl>
        <dt>Plan</dt><dd>${escapeHtml(PROFESSIONAL.name)}, ${priceText(billingPeriod)}</dd>
        <dt>Status</dt><dd>${STATUS_LABELS[status]}</dd>
        <dt>${periodLabel}</dt><dd>${dayText(periodEnd)}</dd>
      </dl>
      ${possibleSteps(view, subscription)
        .map(([step, label, style]) =>
          renderButton(`${portalPath(view.id)}/${encodeURIComponent(subscription.id)}/${step}`, label, style),
        )
        .join('')}`
}

function overdueText({ customer, invoices }: TestPortalView, { id }: TestSubscription): string {
  const openInvoice = invoices.find((invoice) => invoice.subscriptionId === id && invoice.status === 'open')
  const next = openInvoice?.nextAttemptAt
    ? ` The next attempt is on ${dayText(openInvoice.nextAttemptAt)}.`
    : ''
  const card =
    customer.card === '4242' ? '' : ' The card on file will decline. Switch to the other one first.'
  return `The last invoice is unpaid: ${openInvoice?.attemptCount ?? 0} of 4 attempts failed.${next}${card}`
}

/** Steps that are possible now, matching the checks of the steps themselves. */
function possibleSteps(
  { customer }: TestPortalView,
  { status, cancelAtPeriodEnd }: TestSubscription,
): [TestStep, string, string?][] {
  const canPay = customer.card === '4242'
  const steps: [TestStep, string, string?][] = []
  if (status === 'past_due') {
    if (canPay) steps.push(['recover', 'Recover: pay the open invoice', 'primary'])
    steps.push(['decline', 'Simulate next attempt: declined'])
  } else if (cancelAtPeriodEnd) {
    steps.push(['pay', 'Simulate the end of the period'])
  } else {
    if (canPay) steps.push(['pay', 'Simulate next renewal: paid'])
    steps.push(['decline', 'Simulate next renewal: declined'])
  }
  steps.push(cancelAtPeriodEnd ? ['resume', 'Resume'] : ['cancel', 'Cancel subscription'])
  return steps
}

function renderInvoiceTable(invoices: TestPortalView['invoices']): string {
  const rows = invoices.map(
    (invoice) => `<tr><td>${invoiceNumber(invoice.number)}</td><td>${dayText(invoice.createdAt)}</td>
        <td>${statusText(invoice)}</td><td>$${(invoice.amountCents / 100).toFixed(2)}</td></tr>`,
  )
  return `<table>
        <thead><tr><th scope="col">Number</th><th scope="col">Date</th><th scope="col">Status</th>
        <th scope="col">Amount</th></tr></thead>
        <tbody>${rows.join('')}</tbody>
      </table>`
}

function statusText({ status, refundKey }: TestInvoice): string {
  if (refundKey !== null) return 'Refunded'
  return { open: 'Open', paid: 'Paid', uncollectible: 'Not paid', void: 'Void' }[status]
}

/** `2026-03-01…` → `Mar 1, 2026` */
function dayText(time: string): string {
  return new Date(time).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
}
