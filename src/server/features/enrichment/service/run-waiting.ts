import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ScreeningList } from '#server/features/reference-files/service.ts'
import { createBatcher } from '#server/platform/batcher.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { BATCH, FINISH_BATCH, MAX_PENDING, QUEUE_LIMIT } from '../limits.ts'
import { listWaiting } from '../store.ts'
import { claimWaiting, type EnrichmentClaim } from './claim.ts'
import { collectResponses, type EnrichmentResponse, openScreeningList } from './collect-responses.ts'
import type { Deps } from './deps.ts'
import { finishEnrichments, retrySecondsOf } from './settle-enrichments.ts'

type RunControl = {
  /** False when no more enrichments may start. */
  mayGoOn: () => boolean
  /** A provider takes no more requests for this many seconds. */
  rest: (seconds: number) => void
}

/**
 * Runs waiting enrichments until none is left, credits run out or `mayGoOn` is false; enrichments already started are
 * finished. Results are stored while other requests run, so that a slow provider delays only its own.
 *
 * @returns ids of the imports that the enrichments belong to
 */
export async function runWaitingEnrichments(
  deps: Deps,
  organizationId: OrganizationId,
  { mayGoOn, rest }: RunControl,
): Promise<Set<string>> {
  const imports = new Set<string>()
  const finish = createBatcher(
    (id: OrganizationId, responses: EnrichmentResponse[]) => finishEnrichments(deps, id, responses),
    { max: FINISH_BATCH },
  )
  const under = { asked: 0, unsettled: 0 }
  const failures: unknown[] = []
  let moved = Promise.withResolvers<void>()

  async function runOne(claimed: EnrichmentClaim, list: ScreeningList | null): Promise<void> {
    const responses = await collectResponses(deps, claimed, list).finally(() => {
      under.asked -= 1
      moved.resolve()
    })
    const seconds = retrySecondsOf(responses)
    if (seconds !== null) rest(seconds)
    await finish(organizationId, responses)
  }

  function begin(claimed: EnrichmentClaim, list: ScreeningList | null): void {
    under.asked += 1
    under.unsettled += 1
    if (claimed.enrichment.importId) imports.add(claimed.enrichment.importId)
    runOne(claimed, list)
      .catch((error: unknown) => failures.push(error))
      .finally(() => {
        under.unsettled -= 1
        moved.resolve()
      })
  }

  async function waitUntil(isSo: () => boolean): Promise<void> {
    // Lets responses that are already there settle first.
    await yieldToEventLoop()
    while (!isSo()) {
      await moved.promise
      moved = Promise.withResolvers<void>()
      await yieldToEventLoop()
    }
  }

  const line = createQueueReader(deps, organizationId)
  try {
    while (failures.length === 0 && mayGoOn()) {
      const ids = await line.next(BATCH - under.asked)
      if (ids.length === 0) break
      const [{ claimed, isPaid }, list] = await Promise.all([
        claimWaiting(deps, organizationId, ids),
        openScreeningList(deps),
      ])
      line.markClaimed(claimed.length)
      for (const one of claimed) begin(one, list)
      if (!isPaid) break
      await waitUntil(() => under.asked <= BATCH / 2 && under.unsettled <= MAX_PENDING - BATCH)
    }
  } finally {
    await waitUntil(() => under.unsettled === 0)
  }
  if (failures.length > 0) throw failures[0]
  return imports
}

/** Ids of waiting enrichments, a page at a time; another worker may claim them first. */
function createQueueReader({ db }: Deps, organizationId: OrganizationId) {
  let ids: string[] = []
  let isMoving = true
  return {
    async next(max: number): Promise<string[]> {
      // Nothing of the last page could be claimed: other workers have it.
      if (ids.length === 0 && !isMoving) return []
      if (ids.length === 0) {
        isMoving = false
        ids = await db.tenant(organizationId, (tx) => listWaiting(tx, QUEUE_LIMIT))
      }
      return ids.splice(0, max)
    },
    markClaimed(count: number): void {
      if (count > 0) isMoving = true
    },
  }
}
