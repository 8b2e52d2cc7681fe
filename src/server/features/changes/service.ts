import { z } from 'zod'
import type { Change, ChangeKind, Changes } from '#contract/changes.ts'
import { CHANGES_COUNTED_TO } from '#contract/changes.ts'
import { leadingCategory } from '#domain/score/leading-category.ts'
import type { Context } from '#server/platform/context.ts'
import { cursorAt, exactMoment, invalidCursor, placeAt } from '#server/platform/cursor.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

const DAYS = 7
const DAY_MS = 86_400_000

type Query = {
  since?: string | undefined
  kind?: ChangeKind | undefined
  limit: number
  cursor?: string | undefined
}
type Page = Changes['risen']

/** Whose score rose or fell, and which signals are new. */
export function changesService({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  return {
    /** @throws {AppError} invalid for a cursor that was never ours, or without its kind */
    list(context: Context, query: Query): Promise<Changes> {
      const since = new Date(query.since ?? clock.now().getTime() - DAYS * DAY_MS).toISOString()
      const after = placeOf(query.cursor)
      if (after && !query.kind) throw invalidCursor('Say of which kind')
      const page = (tx: TenantTx, kind: ChangeKind) =>
        query.kind && query.kind !== kind ? NO_PAGE : pageOf(tx, kind, since, { after, limit: query.limit })
      return db.tenant(context.organizationId, async (tx) => ({
        since,
        counts: after ? null : await store.countChanges(tx, since, CHANGES_COUNTED_TO + 1),
        risen: await page(tx, 'risen'),
        fallen: await page(tx, 'fallen'),
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
  { after, limit }: { after: store.Place | null; limit: number },
): Promise<Page> {
  const wanted = { after, limit: limit + 1 }
  if (kind === 'newSignals') {
    const found = await store.listNewSignals(tx, since, wanted)
    return { changes: found.slice(0, limit).map(signalOf), next: nextOf(found, limit) }
  }
  const found = await store.listMoves(tx, kind, since, wanted)
  const rows = found.slice(0, limit)
  const texts = await store.describeCategories(
    tx,
    rows.map(({ contactId }) => contactId),
  )
  return { changes: rows.map((row) => moveOf(row, kind, texts)), next: nextOf(found, limit) }
}

function moveOf(
  { before, after, exactAt: _, ...row }: store.MoveRow,
  kind: 'risen' | 'fallen',
  texts: ReadonlyMap<string, string>,
): Change {
  const category = leadingCategory(before ?? [], after ?? [], kind === 'risen' ? 1 : -1)
  return { ...row, category, description: texts.get(`${row.contactId} ${category}`) ?? null }
}

function signalOf({ exactAt: _, ...row }: store.SignalRow): Change {
  return row
}

function nextOf(found: readonly store.ChangeRow[], limit: number): string | null {
  const last = found[limit - 1]
  return found.length > limit && last ? cursorAt([last.exactAt, last.id]) : null
}

const place = z.tuple([exactMoment, z.uuid()])

function placeOf(cursor: string | undefined): store.Place | null {
  const found = placeAt(place, cursor, 'Use the one from the page before')
  return found && { at: found[0], id: found[1] }
}
