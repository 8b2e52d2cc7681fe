import type { Log } from '#server/platform/log.ts'
import type { TestStep } from '#server/platform/payments/test-life.ts'
import type { TestPayments } from '#server/platform/payments/test-payments.ts'

/** Actions of the hosted pages of the test payments; as with a real provider, the URL is the only credential. */
export function testPaymentsService({ payments, log }: { payments: TestPayments; log: Log }) {
  function recordDelivery(result: { delivered: boolean } | undefined): void {
    if (result?.delivered === false)
      log.warn({}, 'The webhook did not accept every event; they will be sent again')
  }

  return {
    checkout: payments.checkout,
    portal: payments.portal,
    changeCard: payments.changeCard,
    /** Starts a paid plan immediately, for the demo. @returns its events, which are not sent */
    subscribe: payments.subscribe,

    /**
     * Pays, declines or cancels a checkout once; a declined one can be tried again.
     *
     * @returns the new status; undefined for an unknown id
     */
    async settle(id: string, status: 'paid' | 'declined' | 'canceled') {
      const result = await payments.settle(id, status)
      recordDelivery(result)
      return result?.status
    },

    /**
     * Simulates a step in the life of a subscription; impossible steps change nothing.
     *
     * @returns false for an unknown page or subscription
     */
    async step(id: string, subscriptionId: string, step: TestStep): Promise<boolean> {
      const result = await payments.step(id, subscriptionId, step)
      recordDelivery(result)
      return result !== undefined
    },

    /** Resends events that the webhook did not accept. */
    sweep: payments.repeatDeliveries,
  }
}
export type TestPaymentsService = ReturnType<typeof testPaymentsService>
