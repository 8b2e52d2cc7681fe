import { setTimeout as wait } from 'node:timers/promises'
import { MODEL_VERSION } from '#domain/score/parameters.ts'
import type { ScorePolicy } from '#domain/score/score-input.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import { BATCH, MAX_PAUSE_MS } from '../policy.ts'
import { readScored, writeScores } from '../store/batch.ts'
import { advanceSlice, finishSlice, lockSlice, type SliceRow } from '../store/runs.ts'
import { scoreBatch } from './score-batch.ts'

type SliceDeps = Pick<Platform, 'db' | 'clock' | 'events'> & {
  policyOf(tx: TenantTx): Promise<ScorePolicy>
  /** Scores one contact, waiting for its lock. */
  rescoreOne(tx: TenantTx, contactId: string, cause: string): Promise<void>
}

/**
 * Continues a slice of a run to its end. Repeating it, from any process, changes nothing; `signal` stops it with an
 * error between batches.
 */
export async function runSlice(
  deps: SliceDeps,
  organizationId: OrganizationId,
  slice: number,
  signal?: AbortSignal,
): Promise<void> {
  let isOver = false
  while (!isOver) {
    signal?.throwIfAborted()
    isOver = await deps.db.tenant(organizationId, (tx) => runBatch(deps, tx, slice))
    if (!isOver) await yieldToRequests()
  }
}

/** Scores one batch and stores the progress in one transaction. @returns true when the slice is done */
async function runBatch(deps: SliceDeps, tx: TenantTx, slice: number): Promise<boolean> {
  const run = await lockSlice(tx, slice)
  if (!run) return true
  const rows = await readScored(tx, { afterId: run.afterId, lastId: run.lastId, limit: BATCH })
  const last = rows.at(-1)
  if (!last) {
    await endSlice(deps, tx, run)
    return true
  }
  const now = deps.clock.now()
  const policy = await deps.policyOf(tx)
  const changes = scoreBatch(rows, { today: dayOf(now), policy, sameModel: run.sameModel })
  const written =
    changes.contacts.length === 0
      ? []
      : await writeScores(tx, changes, {
          cause: run.cause,
          modelVersion: MODEL_VERSION,
          scoredAt: now.toISOString(),
        })
  const done = new Set(written)
  const left = changes.contacts.flatMap(({ id }) => (done.has(id) ? [] : [id]))
  const changed = changes.contacts.filter(({ id, columns }) => columns && done.has(id)).length
  await advanceSlice(tx, slice, { afterId: last.id, left, changed })
  return false
}

/** Scores contacts that were locked before; the last slice of a run publishes the change. */
async function endSlice({ rescoreOne, events }: SliceDeps, tx: TenantTx, run: SliceRow): Promise<void> {
  for (const id of run.leftIds.toSorted()) await rescoreOne(tx, id, run.cause)
  const { isRunOver, changed } = await finishSlice(tx, run.slice)
  if (isRunOver && changed > 0) events.publish(tx, tx.organizationId, { type: 'contacts.changed' })
}

/** Gives requests priority: the pause grows with the event loop lag. */
async function yieldToRequests(): Promise<void> {
  const start = performance.now()
  await wait(1)
  const late = performance.now() - start - 1
  if (late > 10) await wait(Math.min(MAX_PAUSE_MS, late))
}
