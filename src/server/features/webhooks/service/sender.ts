import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { errorKindOf } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import * as limits from '../limits.ts'
import type { AttemptResult, ClaimedDelivery } from '../store/deliveries.ts'

type OrganizationQueue = {
  /** Results that the next exchange stores. */
  results: AttemptResult[]
  inFlight: number
  isWoken: boolean
  isExchanging: boolean
  /** Resolve when nothing is left to do. */
  waiters: (() => void)[]
}

export type SenderSteps = {
  /** Stores results and claims due deliveries, in one transaction. */
  exchange(
    organizationId: OrganizationId,
    results: readonly AttemptResult[],
    limit: number,
  ): Promise<ClaimedDelivery[]>
  /** Sends a delivery once; never fails. */
  attempt(delivery: ClaimedDelivery, signal: AbortSignal): Promise<AttemptResult>
}

/**
 * Sends the deliveries of organizations from this process. Each answer frees a place, and the exchange that stores it claims the
 * next deliveries, so that a slow endpoint holds only its own places. Results that come during an exchange share the next one.
 */
export function createSender({ exchange, attempt }: SenderSteps, log: Log) {
  const queues = new Map<OrganizationId, OrganizationQueue>()
  /** Organizations that found this process full. */
  const waitingIds = new Set<OrganizationId>()
  const stop = new AbortController()
  let inFlight = 0

  async function run(organizationId: OrganizationId, queue: OrganizationQueue): Promise<void> {
    if (queue.isExchanging) return
    queue.isExchanging = true
    try {
      while (!stop.signal.aborted && (queue.isWoken || queue.results.length > 0)) {
        queue.isWoken = false
        const limit = Math.min(limits.CLAIM_BATCH, limits.MAX_PROCESS_IN_FLIGHT - inFlight)
        if (limit <= 0) waitingIds.add(organizationId)
        // Reserved at once, because exchanges of several organizations run at the same time.
        inFlight += Math.max(limit, 0)
        let claimed: ClaimedDelivery[] = []
        try {
          claimed = await exchange(organizationId, queue.results.splice(0), Math.max(limit, 0))
        } finally {
          inFlight -= Math.max(limit, 0) - claimed.length
          wakeWaiting()
        }
        queue.inFlight += claimed.length
        for (const delivery of claimed) void send(organizationId, queue, delivery)
      }
    } catch (error) {
      // Claims run out, and the sweep finds these deliveries again.
      log.warn({ err: errorKindOf(error) }, 'Webhook deliveries could not be claimed or stored')
    }
    queue.isExchanging = false
    finish(organizationId, queue)
  }

  async function send(
    organizationId: OrganizationId,
    queue: OrganizationQueue,
    delivery: ClaimedDelivery,
  ): Promise<void> {
    try {
      queue.results.push(await attempt(delivery, stop.signal))
    } catch (error) {
      log.warn({ err: errorKindOf(error) }, 'A webhook delivery could not be attempted')
    }
    queue.inFlight -= 1
    inFlight -= 1
    void run(organizationId, queue)
    wakeWaiting()
  }

  function wakeWaiting(): void {
    const [waitingId] = waitingIds
    if (!waitingId || inFlight >= limits.MAX_PROCESS_IN_FLIGHT) return
    waitingIds.delete(waitingId)
    wake(waitingId)
  }

  function finish(organizationId: OrganizationId, queue: OrganizationQueue): void {
    if (queue.inFlight > 0 || queue.isExchanging) return
    queues.delete(organizationId)
    for (const resolve of queue.waiters) resolve()
  }

  function wake(organizationId: OrganizationId): OrganizationQueue {
    const queue = queues.get(organizationId) ?? {
      ...{ results: [], inFlight: 0, isWoken: false, isExchanging: false, waiters: [] },
    }
    queues.set(organizationId, queue)
    queue.isWoken = true
    void run(organizationId, queue)
    return queue
  }

  return {
    /** Looks for due deliveries of an organization. */
    wake: (organizationId: OrganizationId): void => {
      if (!stop.signal.aborted) wake(organizationId)
    },
    /** Sends what is due, and resolves when every attempt has ended. */
    sendDue: (organizationId: OrganizationId): Promise<void> =>
      new Promise((resolve) => {
        wake(organizationId).waiters.push(resolve)
      }),
    /** Ends attempts on their way; other processes repeat them. */
    stop: (): void => stop.abort(),
  }
}
