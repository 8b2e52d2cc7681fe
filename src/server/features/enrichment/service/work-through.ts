import { setImmediate as turn } from 'node:timers/promises'
import type { ScreeningList } from '#server/features/reference-files/service.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { BATCH, KEPT_TOGETHER, LINED_UP, MOST_UNKEPT } from '../policy.ts'
import { listWaiting } from '../store.ts'
import { type Answered, ask } from './ask.ts'
import { openList } from './ask-list.ts'
import { type Claimed, claimWaiting } from './claim.ts'
import type { Deps } from './deps.ts'
import { inGroups } from './in-groups.ts'
import { keepAnswers, restOf } from './keep-answers.ts'

type Course = {
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
export async function workThrough(
  deps: Deps,
  organizationId: OrganizationId,
  { mayGoOn, rest }: Course,
): Promise<Set<string>> {
  const imports = new Set<string>()
  const keep = inGroups<Answered>(KEPT_TOGETHER, (group) => keepAnswers(deps, organizationId, group))
  const under = { asked: 0, unkept: 0 }
  const failures: unknown[] = []
  let moved = Promise.withResolvers<void>()

  async function runOne(claimed: Claimed, list: ScreeningList | null): Promise<void> {
    const answered = await ask(deps, claimed, list).finally(() => {
      under.asked -= 1
      moved.resolve()
    })
    const seconds = restOf(answered)
    if (seconds !== null) rest(seconds)
    await keep(answered)
  }

  function begin(claimed: Claimed, list: ScreeningList | null): void {
    under.asked += 1
    under.unkept += 1
    if (claimed.enrichment.importId) imports.add(claimed.enrichment.importId)
    runOne(claimed, list)
      .catch((error: unknown) => failures.push(error))
      .finally(() => {
        under.unkept -= 1
        moved.resolve()
      })
  }

  async function until(isSo: () => boolean): Promise<void> {
    // Who answers at once has answered after this.
    await turn()
    while (!isSo()) {
      await moved.promise
      moved = Promise.withResolvers<void>()
      await turn()
    }
  }

  const line = lineOf(deps, organizationId)
  try {
    while (failures.length === 0 && mayGoOn()) {
      const ids = await line.next(BATCH - under.asked)
      if (ids.length === 0) break
      const [{ claimed, isPaid }, list] = await Promise.all([
        claimWaiting(deps, organizationId, ids),
        openList(deps),
      ])
      line.took(claimed.length)
      for (const one of claimed) begin(one, list)
      if (!isPaid) break
      await until(() => under.asked <= BATCH / 2 && under.unkept <= MOST_UNKEPT - BATCH)
    }
  } finally {
    await until(() => under.unkept === 0)
  }
  if (failures.length > 0) throw failures[0]
  return imports
}

/** The ids of those that wait, a stretch at a time; they may be begun by others or gone when their turn comes. */
function lineOf({ db }: Deps, organizationId: OrganizationId) {
  let ids: string[] = []
  let isMoving = true
  return {
    async next(most: number): Promise<string[]> {
      // Of the last stretch nobody could be begun: others are at them.
      if (ids.length === 0 && !isMoving) return []
      if (ids.length === 0) {
        isMoving = false
        ids = await db.tenant(organizationId, (tx) => listWaiting(tx, LINED_UP))
      }
      return ids.splice(0, most)
    },
    took(count: number): void {
      if (count > 0) isMoving = true
    },
  }
}
