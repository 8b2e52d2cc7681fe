import { setImmediate as turn } from 'node:timers/promises'
import type { ScreeningList } from '#server/features/reference-files/service.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { BATCH, MAX_UNSETTLED, QUEUE_LIMIT, SETTLE_BATCH } from '../policy.ts'
import { listWaiting } from '../store.ts'
import { batchWrites } from './batch-writes.ts'
import { claimWaiting, type EnrichmentClaim } from './claim.ts'
import { collectResponses, type EnrichmentResponse } from './collect-responses.ts'
import type { Deps } from './deps.ts'
import { openScreeningList } from './screening.ts'
import { retrySecondsOf, settleEnrichments } from './settle-enrichments.ts'

type RunControl = {
  /** Whether the next ones may be begun. */
  mayGoOn: () => boolean
  /** A provider wants no more questions for so many seconds. */
  rest: (seconds: number) => void
}

/**
 * Runs waiting enrichments until none is left, the credits are used up, or the course says to leave off; what was begun
 * ends. While some are asked about, answers of others are kept, and the slowest holds up nobody.
 *
 * @returns the imports that they belong to
 */
export async function runWaitingEnrichments(
  deps: Deps,
  organizationId: OrganizationId,
  { mayGoOn, rest }: RunControl,
): Promise<Set<string>> {
  const imports = new Set<string>()
  const keep = batchWrites<EnrichmentResponse>(SETTLE_BATCH, (group) =>
    settleEnrichments(deps, organizationId, group),
  )
  const under = { asked: 0, unsettled: 0 }
  const failures: unknown[] = []
  let moved = Promise.withResolvers<void>()

  async function runOne(claimed: EnrichmentClaim, list: ScreeningList | null): Promise<void> {
    const answered = await collectResponses(deps, claimed, list).finally(() => {
      under.asked -= 1
      moved.resolve()
    })
    const seconds = retrySecondsOf(answered)
    if (seconds !== null) rest(seconds)
    await keep(answered)
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
    // Who answers at once has answered after this.
    await turn()
    while (!isSo()) {
      await moved.promise
      moved = Promise.withResolvers<void>()
      await turn()
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
      await waitUntil(() => under.asked <= BATCH / 2 && under.unsettled <= MAX_UNSETTLED - BATCH)
    }
  } finally {
    await waitUntil(() => under.unsettled === 0)
  }
  if (failures.length > 0) throw failures[0]
  return imports
}

/** The ids of those that wait, a stretch at a time; they may be begun by others or gone when their turn comes. */
function createQueueReader({ db }: Deps, organizationId: OrganizationId) {
  let ids: string[] = []
  let isMoving = true
  return {
    async next(max: number): Promise<string[]> {
      // Of the last stretch nobody could be begun: others are at them.
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
