import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { APP_URL, startPaymentsApp } from './payments.ts'

export const DAY = 24 * 3600 * 1000
export const RETURN_URL = `${APP_URL}/settings/billing`

/** Payments app with helpers that press buttons on the test payment pages and record events. */
export async function startPortalApp() {
  const app = await startPaymentsApp()
  const getPage = (path: string) => app.app.inject({ method: 'GET', url: path })

  /** Presses a button as a browser would: submits a form without fields. */
  const pressButton = (path: string, site = 'same-origin') =>
    app.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
      payload: '',
    })

  /** Creates an organization that bought the plan, with its portal page. */
  async function createSubscriber(period: 'monthly' | 'yearly' = 'monthly', name?: string) {
    const organization = await app.createOrganization(name)
    await buy(organization, period)
    const [row] = await app.rows<{ customer: string; subscription: string }>(
      `select customer_id as customer, subscription_id as subscription from test_checkouts where organization_id = $1`,
      [organization],
    )
    const { customer = '', subscription = '' } = row ?? {}
    const portal = await openPortal(customer, organization)
    return {
      organization,
      customer,
      subscription,
      portal,
      step: (step: string) => pressButton(`${portal}/${subscription}/${step}`),
    }
  }

  async function buy(organization: OrganizationId, period: 'monthly' | 'yearly' = 'monthly'): Promise<void> {
    const { url } = await app.payments.openCheckout({
      organizationId: organization,
      customerEmail: 'pat@example.com',
      customerId: null,
      period,
      successUrl: RETURN_URL,
      cancelUrl: RETURN_URL,
      idempotencyKey: `checkout-${app.clock.time}`,
    })
    await pressButton(`${new URL(url).pathname}/pay`)
  }

  async function openPortal(customerId: string, organizationId: string): Promise<string> {
    const { url } = await app.payments.openPortal({ customerId, organizationId, returnUrl: RETURN_URL })
    return new URL(url).pathname
  }

  /** Events received so far, oldest first. */
  async function readEvents(organization: OrganizationId) {
    const rows = await app.rows<{
      payload: { type: string; created: number; data: { object: Record<string, unknown> } }
    }>(
      `select w.payload from test_events e join test_customers c on c.id = e.customer_id
       join webhook_events w on w.provider = 'test' and w.event_id = e.id
      where c.organization_id = $1 order by (w.payload->>'created')::int, e.position`,
      [organization],
    )
    return rows.map(
      ({
        payload: { type, created, data },
      }): Record<string, unknown> & { type: string; created: number } => ({
        ...data.object,
        type,
        created,
      }),
    )
  }
  const listDeliveredTypes = async (organization: OrganizationId) =>
    (await readEvents(organization)).map(({ type }) => type)

  const invoicesOf = async (customer: string) =>
    (await app.payments.invoices(customer, 10)).map(({ number, status, refunded }) => [
      number,
      status,
      refunded,
    ])

  return {
    ...app,
    getPage,
    pressButton,
    createSubscriber,
    buy,
    openPortal,
    readEvents,
    listDeliveredTypes,
    invoicesOf,
  }
}
export type PortalApp = Awaited<ReturnType<typeof startPortalApp>>

/** Lists the labels of a page's buttons. */
export const buttonLabelsOf = (body: string) =>
  [...body.matchAll(/<button[^>]*>([^<]+)</g)].map(([, label]) => label)
