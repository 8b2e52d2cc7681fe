import type { Log } from '#server/platform/log.ts'
import type { TestCard, TestStep } from '#server/platform/payments/test-life.ts'
import type { TestPayments } from '#server/platform/payments/test-payments.ts'

/** What the hosted pages of the test payments do; whoever knows an address may, as with a real provider. */
export function testPaymentsService({ payments, log }: { payments: TestPayments; log: Log }) {
  function noteDelivery(result: { delivered: boolean } | undefined): void {
    if (result?.delivered === false) log.warn({}, 'The webhook did not take every event; they are sent again')
  }

  async function settle(id: string, status: 'paid' | 'declined' | 'canceled') {
    const settled = await payments.settle(id, status)
    noteDelivery(settled)
    return settled?.status
  }

  return {
    /** The checkout, or undefined when there is none of that id. */
    find: (id: string) => payments.checkout(id),

    /**
     * Pays, declines or cancels, once. Declined checkouts may be tried again.
     *
     * @returns how the checkout stands now; undefined when there is none of that id
     */
    pay: (id: string) => settle(id, 'paid'),
    decline: (id: string) => settle(id, 'declined'),
    cancel: (id: string) => settle(id, 'canceled'),

    /** A plan that is paid at once, for whoever shows the product. @returns its events, which are not sent yet */
    subscribe: (request: Parameters<TestPayments['subscribe']>[0]) => payments.subscribe(request),

    /** A customer's page, or undefined when there is none of that id. */
    portal: (id: string) => payments.portal(id),

    /** @returns false when there is no such page */
    changeCard: (id: string, card: TestCard) => payments.changeCard(id, card),

    /**
     * A step in the life of a subscription; one that makes no sense now changes nothing.
     *
     * @returns false when there is no such page, or the subscription is not on it
     */
    async step(id: string, subscriptionId: string, step: TestStep): Promise<boolean> {
      const taken = await payments.step(id, subscriptionId, step)
      noteDelivery(taken)
      return taken !== undefined
    },

    /** Sends again what the webhook has not taken. */
    async sweep(): Promise<void> {
      await payments.repeatDeliveries()
    },
  }
}
export type TestPaymentsService = ReturnType<typeof testPaymentsService>
