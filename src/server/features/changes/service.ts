import { z } from 'zod'
import type { Change, ChangeKind, Changes } from '#contract/changes.ts'
import { CHANGES_COUNT_LIMIT } from '#contract/changes.ts'
import { leadingCategory } from '#domain/score/leading-category.ts'
import type { Context } from '#server/platform/context.ts'
import { decodeCursor, decodeTimeCursor, encodeCursor, invalidCursor } from '#server/platform/cursor.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

const DAYS = 7
const DAY_MS = 86_400_000

type ChangesQuery = {
  since?: string | undefined
  kind?: ChangeKind | undefined
  limit: number
  cursor?: string | undefined
}
type Page = Changes['risen']

/** Score changes and new signals since a moment. */
export function changesService({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  return {
    /** @throws {AppError} invalid for a malformed cursor, or for one without its kind */
    list(context: Context, query: ChangesQuery): Promise<Changes> {
      const since = new Date(query.since ?? clock.now().getTime() - DAYS * DAY_MS).toISOString()
      const { cursor, limit } = query
      if (cursor && !query.kind) throw invalidCursor('Add the kind of change')
      const page = (tx: TenantTx, kind: ChangeKind) =>
        query.kind && query.kind !== kind ? NO_PAGE : pageOf(tx, kind, since, { cursor, limit })
      return db.tenant(context.organizationId, async (tx) => ({
        since,
        counts: cursor ? null : await store.countChanges(tx, since, CHANGES_COUNT_LIMIT + 1),
        risen: await page(tx, 'risen'),
        fallen: await page(tx, 'fallen'),
        firstScores: await page(tx, 'firstScores'),
        newSignals: await page(tx, 'newSignals'),
      }))
    },
  }
}
export type ChangesService = ReturnType<typeof changesService>

const NO_PAGE: Page = { changes: [], next: null }

async function pageOf(
  tx: TenantTx,
  kind: ChangeKind,
  since: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<Page> {
  if (kind === 'newSignals') {
    const after = decodeTimeCursor(cursor)
    const found = await store.listNewSignals(tx, since, { after, limit: limit + 1 })
    const next = nextCursorOf(found, limit, ({ exactAt, id }) => [exactAt, id])
    return { changes: found.slice(0, limit).map(signalOf), next }
  }
  const after = scoreChangeCursorOf(cursor)
  const found = await store.listScoreChanges(tx, kind, since, { after, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const texts = await store.describeCategories(
    tx,
    rows.map(({ contactId }) => contactId),
  )
  const next = nextCursorOf(found, limit, ({ size, id }) => [size, id])
  return { changes: rows.map((row) => scoreChangeOf(row, kind, texts)), next }
}

function scoreChangeOf(
  { before, after, size: _, ...row }: store.ScoreChangeRow,
  kind: store.ScoreChangeKind,
  texts: ReadonlyMap<string, string>,
): Change {
  const category = leadingCategory(before ?? [], after ?? [], kind === 'fallen' ? -1 : 1)
  return { ...row, category, description: texts.get(`${row.contactId} ${category}`) ?? null }
}

const signalOf = ({ exactAt: _, ...row }: store.SignalRow): Change => row

function nextCursorOf<R>(
  found: readonly R[],
  limit: number,
  positionOf: (row: R) => unknown[],
): string | null {
  const last = found[limit - 1]
  return found.length > limit && last ? encodeCursor(positionOf(last)) : null
}

const CURSOR_ADVICE = 'Use the cursor from the previous page'
const scoreChangeCursorShape = z.tuple([z.number().int().min(0).max(100), z.uuid()])

function scoreChangeCursorOf(cursor: string | undefined): store.ScoreChangeCursorKey | null {
  const found = decodeCursor(scoreChangeCursorShape, cursor, CURSOR_ADVICE)
  return found && { size: found[0], id: found[1] }
}
