import { shiftDay } from '#domain/analytics/day-range.ts'
import { americanDay } from '#server/platform/clock.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import {
  ACTIVITIES_PER_SLICE,
  BAND_MONTHS,
  CLOSING_MS,
  DAYS_PER_SLICE,
  MAX_ZIP_CODES,
  MILESTONE_BATCH,
} from '../limits.ts'
import * as gauges from '../store/gauges.ts'
import * as runs from '../store/runs.ts'

/** The last day that may be summed: the one before today, some time after its end. */
export function lastDayToSum(now: Date): string {
  return shiftDay(americanDay(new Date(now.getTime() - CLOSING_MS)), -1)
}

/**
 * Sums the days of an organization behind its watermark and its marked days, a slice per transaction, and then counts the present
 * state once a day. A stopped run resumes with the slice that it lost; running twice changes nothing.
 */
export async function sumDays(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  organizationId: OrganizationId,
  signal?: AbortSignal,
): Promise<void> {
  const through = lastDayToSum(clock.now())
  let isDone = false
  while (!isDone) {
    signal?.throwIfAborted()
    isDone = await db.tenant(organizationId, (tx) => sumSlice(tx, through))
  }
  await countState({ db, clock }, organizationId, through, signal)
}

/** The last day of the slice that begins with a day. */
export async function sliceEnd(tx: TenantTx, start: string, through: string): Promise<string> {
  const longest = shiftDay(start, DAYS_PER_SLICE - 1)
  const activities = await runs.countActivities(tx, start, longest)
  const days = Math.floor(
    (DAYS_PER_SLICE * ACTIVITIES_PER_SLICE) / Math.max(activities, ACTIVITIES_PER_SLICE),
  )
  const end = shiftDay(start, Math.max(days, 1) - 1)
  return end < through ? end : through
}

/** Derives milestones that are missing, then sums the next days, then a marked day. @returns true if nothing is left */
async function sumSlice(tx: TenantTx, through: string): Promise<boolean> {
  const { hasMilestones, milestonesAfter, doneThrough } = await runs.lockRun(tx)
  if (!hasMilestones) {
    const ids = await runs.listContactIds(tx, milestonesAfter, MILESTONE_BATCH)
    await runs.refreshMilestonesOf(tx, ids)
    await runs.setMilestonesAfter(tx, ids.at(-1) ?? null)
    return false
  }
  if (doneThrough !== null && doneThrough >= through) {
    const marked = await runs.findMarkedDay(tx, doneThrough)
    if (marked !== null) await runs.sumDays(tx, marked, marked)
    return marked === null
  }
  const next = doneThrough === null ? await runs.findFirstDay(tx) : shiftDay(doneThrough, 1)
  const start = next === null || next > through ? through : next
  const to = await sliceEnd(tx, start, through)
  await runs.sumDays(tx, start, to)
  await runs.setDoneThrough(tx, to)
  return false
}

/** Takes the gauges once a day, each in a transaction of its own. */
async function countState(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  organizationId: OrganizationId,
  through: string,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now()
  const isTaken = await db.tenant(organizationId, async (tx) => {
    const { gaugesOn } = await runs.lockRun(tx)
    if (gaugesOn !== null && gaugesOn >= through) return true
    await gauges.deleteExpiredGauges(tx)
    return false
  })
  if (isTaken) return
  await db.tenant(organizationId, async (tx) =>
    gauges.writeGauge(tx, { metric: 'coverage' }, await gauges.countCoverage(tx, {}, now), now),
  )
  await db.tenant(organizationId, async (tx) =>
    gauges.writeGauge(tx, { metric: 'zip' }, await gauges.countZipCodes(tx, {}, MAX_ZIP_CODES), now),
  )
  const months = await db.tenant(organizationId, (tx) => gauges.listSnapshotMonths(tx, BAND_MONTHS))
  for (const month of months) {
    signal?.throwIfAborted()
    await db.tenant(organizationId, async (tx) =>
      gauges.writeGauge(tx, { metric: `band.${month}` }, await gauges.countBands(tx, {}, month), now),
    )
  }
  await db.tenant(organizationId, (tx) => runs.setGaugesOn(tx, through))
}
