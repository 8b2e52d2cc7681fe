// Trust 16 and 19: the payment provider tells everything fifty times, and the product is killed while it listens.
import { createHmac } from 'node:crypto'
import Stripe from 'stripe'
import { providerEvents } from '#test/provider-events.ts'
import { countKinds, send, until } from './load.ts'
import { openOrganization } from './people.ts'
import { query } from './postgres.ts'
import { equalTo, type Scenario } from './scenario.ts'
import { queryNumber } from './stage.ts'

const COPIES = 50

export const killWebhooks: Scenario = {
  name: 'kill-webhooks',
  seconds: 120,
  async run(stage) {
    const product = await stage.product()
    // Without a payment of its own: what it gets comes from the events.
    const { id } = await openOrganization(product)
    await query(product.ownerUrl, `delete from subscriptions where organization_id = $1`, [id])
    // The provider tells times in whole seconds.
    const now = Math.floor(Date.now() / 1000)
    const at = (days: number) => new Date((now + Math.round(days * 86_400)) * 1000).toISOString()
    const events = providerEvents({ organizationId: id })
    const period: [string, string] = [at(-0.01), at(30)]
    const told = [
      events.subscription('created', 'incomplete', at(-0.01), period),
      events.subscription('updated', 'active', at(-0.005), period),
      events.invoice('paid', 'create', at(-0.004), period),
      events.subscription('updated', 'active', at(-0.003), period),
      events.subscription('updated', 'active', at(-0.002), period),
    ]
    const secret = createHmac('sha256', product.databaseUrl).update('ninefold test payments').digest('hex')
    const copies = told.flatMap((event) => Array.from({ length: COPIES }, () => JSON.stringify(event)))
    const deliver = (payload: string) =>
      send(product.url, {
        method: 'POST',
        path: '/api/stripe/webhook',
        headers: { 'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }) },
        body: payload,
      })
    const taken = () => queryNumber(product.ownerUrl, 'select count(*) from webhook_events')
    const known = await taken()
    const first = copies.map(deliver)
    await until(async () => (await taken()) > known, 10_000, 1)
    await product.end('SIGKILL')
    const cut = await Promise.all(first)
    await product.restart()
    const again = await Promise.all(copies.map(deliver))
    stage.say(`  ${COPIES} copies of ${told.length} events: ${countKinds(cut)}; again: ${countKinds(again)}`)
    const odd = again.find(({ status }) => status !== 200)
    if (odd) stage.say(`  ${odd.body}`)
    const grants = `select count(*) from credit_ledger where organization_id = $1 and operation = 'grant'`
    const after = await queryNumber(product.ownerUrl, 'select credits from organizations where id = $1', [id])
    return [
      equalTo(
        16,
        'copies taken the second time',
        again.filter(({ status }) => status === 200).length,
        copies.length,
      ),
      equalTo(
        16,
        'grants of credits (one of the checkout, one of the events)',
        await queryNumber(product.ownerUrl, grants, [id]),
        2,
      ),
      // A grant brings the balance to the credits of the plan.
      equalTo(16, 'credits afterwards', after, 1000),
    ]
  },
}
