import type { Log } from '#server/platform/log.ts'
import type { TestPayments } from '#server/platform/payments/test-payments.ts'

/** What the hosted page of the test payments does; whoever knows a checkout's id may, as with a real provider. */
export function testPaymentsService({ payments, log }: { payments: TestPayments; log: Log }) {
  async function settle(id: string, status: 'paid' | 'declined' | 'canceled') {
    const settled = await payments.settle(id, status)
    if (settled?.delivered === false)
      log.warn({}, 'The webhook did not take every event; they are sent again')
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

    /** Sends again what the webhook has not taken. */
    async sweep(): Promise<void> {
      await payments.repeatDeliveries()
    },
  }
}
export type TestPaymentsService = ReturnType<typeof testPaymentsService>
