import { seriesStarts, shiftDay } from '#domain/analytics/day-range.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import { MILESTONE_BATCH } from '../limits.ts'
import * as runs from '../store/runs.ts'
import { sliceEnd } from './sum-days.ts'

/** Differences shown of one slice of days. */
const MAX_SHOWN = 20

export type Rebuild = { milestones: number; facts: runs.WrongFact[]; doneThrough: string | null }

/**
 * Derives milestones and sums of an organization again and compares them with the stored ones. With `writes`, stores what
 * differs. Marked days are expected to differ and not compared. Months are compared with their stored days.
 */
export async function rebuildFacts(
  { db }: Pick<Platform, 'db'>,
  organizationId: OrganizationId,
  { writes }: { writes: boolean },
): Promise<Rebuild> {
  let milestones = 0
  for (let afterId: string | null = null; ; ) {
    const batch: { ids: string[]; wrong: number } = await db.tenant(organizationId, async (tx) => {
      const ids = await runs.listContactIds(tx, afterId, MILESTONE_BATCH)
      const wrong = await runs.countWrongMilestones(tx, ids)
      if (writes && wrong > 0) await runs.refreshMilestonesOf(tx, ids)
      return { ids, wrong }
    })
    milestones += batch.wrong
    afterId = batch.ids.at(-1) ?? null
    if (batch.ids.length < MILESTONE_BATCH) break
  }
  const { first, doneThrough } = await db.tenant(organizationId, async (tx) => ({
    first: await runs.findFirstDay(tx),
    ...(await runs.lockRun(tx)),
  }))
  const facts: runs.WrongFact[] = []
  if (doneThrough === null) return { milestones, facts, doneThrough }
  for (let from = first ?? doneThrough; from <= doneThrough; ) {
    const slice = await db.tenant(organizationId, async (tx) => {
      await runs.lockRun(tx)
      const to = await sliceEnd(tx, from, doneThrough)
      const wrong = await runs.listWrongFacts(tx, from, to, MAX_SHOWN)
      if (writes && wrong.length > 0) await runs.sumDays(tx, from, to)
      return { to, wrong }
    })
    facts.push(...slice.wrong)
    from = shiftDay(slice.to, 1)
  }
  for (const month of monthsOf(first ?? doneThrough, doneThrough))
    facts.push(
      ...(await db.tenant(organizationId, async (tx) => {
        await runs.lockRun(tx)
        const wrong = await runs.listWrongMonths(tx, month, MAX_SHOWN)
        if (writes && wrong.length > 0) await runs.sumMonth(tx, month)
        return wrong
      })),
    )
  return { milestones, facts, doneThrough }
}

/** First days of the months from a day to another. */
const monthsOf = (from: string, to: string) => seriesStarts({ from: `${from.slice(0, 7)}-01`, to }, 'month')
