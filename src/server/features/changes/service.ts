import { z } from 'zod'
import type { Change, ChangeKind, Changes } from '#contract/changes.ts'
import { CHANGES_COUNT_LIMIT } from '#contract/changes.ts'
import { leadingCategory } from '#domain/score/leading-category.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { BY_TIME, invalidCursor, type ListOrder, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

const DEFAULT_DAYS = 7

type ChangesQuery = PageQuery & { since?: string | undefined; kind?: ChangeKind | undefined }
type ChangesPage = Changes['risen']

/** Score changes and new signals since a moment. */
export function changesService({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  return {
    /** @throws {AppError} invalid for a malformed cursor, or a cursor without a kind */
    list(context: Context, query: ChangesQuery): Promise<Changes> {
      const since = new Date(query.since ?? clock.now().getTime() - DEFAULT_DAYS * DAY_MS).toISOString()
      const { cursor, limit } = query
      if (cursor && !query.kind) throw invalidCursor(undefined, 'Add the kind of change')
      const page = (tx: TenantTx, kind: ChangeKind) =>
        query.kind && query.kind !== kind ? NO_PAGE : readChangesPage(tx, kind, since, { cursor, limit })
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

const NO_PAGE: ChangesPage = { items: [], next: null }
const BY_SIZE: ListOrder<store.ScoreChangeCursorKey, store.ScoreChangeRow> = {
  shape: z.object({ size: z.number().int().min(0).max(100), id: z.uuid() }),
  keyOf: ({ size, id }) => ({ size, id }),
}

async function readChangesPage(
  tx: TenantTx,
  kind: ChangeKind,
  since: string,
  query: PageQuery,
): Promise<ChangesPage> {
  if (kind === 'newSignals')
    return readPage(BY_TIME, query, (range) => store.listNewSignals(tx, since, range))
  const { items, next } = await readPage(BY_SIZE, query, (range) =>
    store.listScoreChanges(tx, kind, since, range),
  )
  const texts = await store.describeCategories(
    tx,
    items.map(({ contactId }) => contactId),
  )
  return { items: items.map((row) => scoreChangeOf(row, kind, texts)), next }
}

function scoreChangeOf(
  { before, after, size: _, ...row }: store.ScoreChangeRow,
  kind: store.ScoreChangeKind,
  texts: ReadonlyMap<string, string>,
): Change {
  const category = leadingCategory(before ?? [], after ?? [], kind === 'fallen' ? -1 : 1)
  return { ...row, category, description: texts.get(`${row.contactId} ${category}`) ?? null }
}
