import type { Log } from '#server/platform/log.ts'
import type { TestCard, TestStep } from '#server/platform/payments/test-life.ts'
import type { TestPayments } from '#server/platform/payments/test-payments.ts'

/** Actions of the hosted pages of the test payments; as with a real provider, the URL is the only credential. */
export function testPaymentsService({ payments, log }: { payments: TestPayments; log: Log }) {
  function recordDelivery(result: { delivered: boolean } | undefined): void {
    if (result?.delivered === false)
      log.warn({}, 'The webhook did not accept every event; they will be sent again')
  }

  async function settle(id: string, status: 'paid' | 'declined' | 'canceled') {
    const settled = await payments.settle(id, status)
    recordDelivery(settled)
    return settled?.status
  }

  return {
    /** The checkout; undefined for an unknown id. */
    find: (id: string) => payments.checkout(id),

    /**
     * Pays, declines or cancels once; a declined checkout can be tried again.
     *
     * @returns the new status; undefined for an unknown id
     */
    pay: (id: string) => settle(id, 'paid'),
    decline: (id: string) => settle(id, 'declined'),
    cancel: (id: string) => settle(id, 'canceled'),

    /** Starts a paid plan at once, for the demo. @returns its events, which are not sent */
    subscribe: (request: Parameters<TestPayments['subscribe']>[0]) => payments.subscribe(request),

    /** The customer portal; undefined for an unknown id. */
    portal: (id: string) => payments.portal(id),

    /** @returns false for an unknown id */
    changeCard: (id: string, card: TestCard) => payments.changeCard(id, card),

    /**
     * Simulates a step in the life of a subscription; impossible steps change nothing.
     *
     * @returns false for an unknown page or subscription
     */
    async step(id: string, subscriptionId: string, step: TestStep): Promise<boolean> {
      const taken = await payments.step(id, subscriptionId, step)
      recordDelivery(taken)
      return taken !== undefined
    },

    /** Resends events that the webhook did not accept. */
    async sweep(): Promise<void> {
      await payments.repeatDeliveries()
    },
  }
}
export type TestPaymentsService = ReturnType<typeof testPaymentsService>
