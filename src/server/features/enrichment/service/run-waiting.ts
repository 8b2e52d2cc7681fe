import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ScreeningList } from '#server/features/reference-files/service.ts'
import { createBatcher } from '#server/platform/batcher.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { BATCH_SIZE, FINISH_BATCH, MAX_PENDING, QUEUE_LIMIT } from '../limits.ts'
import { listWaiting } from '../store.ts'
import { claimWaiting, type EnrichmentClaim } from './claim.ts'
import { collectResponses, type EnrichmentResponse, openScreeningList } from './collect-responses.ts'
import type { Deps } from './deps.ts'
import { finishEnrichments, retrySecondsOf } from './settle-enrichments.ts'

type RunControl = {
  /** False if no more enrichments may start. */
  canStart: () => boolean
  /** Stops requests for this many seconds. */
  pause: (seconds: number) => void
}

/**
 * Runs waiting enrichments until none is left, credits run out or `canStart` is false; enrichments already started are
 * finished. Results are stored while other requests run, so that a slow provider delays only its own contacts.
 *
 * @returns ids of the imports that the enrichments belong to
 */
export async function runWaitingEnrichments(
  deps: Deps,
  organizationId: OrganizationId,
  { canStart, pause }: RunControl,
): Promise<Set<string>> {
  const imports = new Set<string>()
  const finish = createBatcher(
    (id: OrganizationId, responses: EnrichmentResponse[]) => finishEnrichments(deps, id, responses),
    { max: FINISH_BATCH },
  )
  const counts = { requests: 0, unsettled: 0 }
  const failures: unknown[] = []
  let progress = Promise.withResolvers<void>()

  async function runOne(claim: EnrichmentClaim, list: ScreeningList | null): Promise<void> {
    const responses = await collectResponses(deps, claim, list).finally(() => {
      counts.requests -= 1
      progress.resolve()
    })
    const seconds = retrySecondsOf(responses)
    if (seconds !== null) pause(seconds)
    await finish(organizationId, responses)
  }

  function start(claim: EnrichmentClaim, list: ScreeningList | null): void {
    counts.requests += 1
    counts.unsettled += 1
    if (claim.enrichment.importId) imports.add(claim.enrichment.importId)
    runOne(claim, list)
      .catch((error: unknown) => failures.push(error))
      .finally(() => {
        counts.unsettled -= 1
        progress.resolve()
      })
  }

  async function waitUntil(condition: () => boolean): Promise<void> {
    // Lets responses that have already arrived settle first.
    await yieldToEventLoop()
    while (!condition()) {
      await progress.promise
      progress = Promise.withResolvers<void>()
      await yieldToEventLoop()
    }
  }

  const queueReader = createQueueReader(deps, organizationId)
  try {
    while (failures.length === 0 && canStart()) {
      const ids = await queueReader.next(BATCH_SIZE - counts.requests)
      if (ids.length === 0) break
      const [{ claims, isPaid }, list] = await Promise.all([
        claimWaiting(deps, organizationId, ids),
        openScreeningList(deps),
      ])
      queueReader.markClaimed(claims.length)
      for (const claim of claims) start(claim, list)
      if (!isPaid) break
      await waitUntil(() => counts.requests <= BATCH_SIZE / 2 && counts.unsettled <= MAX_PENDING - BATCH_SIZE)
    }
  } finally {
    await waitUntil(() => counts.unsettled === 0)
  }
  if (failures.length > 0) throw failures[0]
  return imports
}

/** Ids of waiting enrichments, a page at a time; another worker may claim them first. */
function createQueueReader({ db }: Deps, organizationId: OrganizationId) {
  let ids: string[] = []
  let hasClaimed = true
  return {
    async next(max: number): Promise<string[]> {
      // Nothing of the last page could be claimed: other workers have it.
      if (ids.length === 0 && !hasClaimed) return []
      if (ids.length === 0) {
        hasClaimed = false
        ids = await db.tenant(organizationId, (tx) => listWaiting(tx, QUEUE_LIMIT))
      }
      return ids.splice(0, max)
    },
    markClaimed(count: number): void {
      if (count > 0) hasClaimed = true
    },
  }
}
