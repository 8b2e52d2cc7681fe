import { z } from 'zod'
import type { TimelineEntry } from '#contract/timeline.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { Context } from '#server/platform/context.ts'
import { decodeCursor, exactTimestamp, pageByTime, type TimeCursorKey } from '#server/platform/cursor.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

const FORMER_MEMBER = 'A former member'

/** History of a contact, read from the tables of all features. */
export function timelineService(
  { db, site }: Pick<Platform, 'db' | 'site'>,
  { contacts }: { contacts: ContactsService },
) {
  return {
    /** @throws {AppError} not_found; invalid for an unknown cursor */
    list(context: Context, contactId: string, query: { limit: number; cursor?: string | undefined }) {
      const after = cursorKeyOf(query.cursor)
      return db.tenant(context.organizationId, async (tx) => {
        await contacts.detail(tx, contactId)
        const found = await store.listTimeline(tx, contactId, after, query.limit + 1)
        const { rows, next } = pageByTime(found, query.limit)
        return { entries: rows.map((row) => entryOf(row, site.brand.name)), next }
      })
    },
  }
}
export type TimelineService = ReturnType<typeof timelineService>

/** Entries without a user are shown as done by the product. */
function entryOf(row: Omit<store.TimelineRow, 'exactAt'>, product: string): TimelineEntry {
  const { id, kind, at, actor, actorName, details } = row
  const name = actorName ?? (actor?.startsWith('user:') ? FORMER_MEMBER : product)
  return { id, kind, at, actor: name, details }
}

const cursorShape = z.tuple([exactTimestamp, z.string().regex(/^[a-z-]+:[0-9a-f-]{36}$/)])

function cursorKeyOf(cursor: string | undefined): TimeCursorKey | null {
  const found = decodeCursor(cursorShape, cursor, 'Use the cursor from the previous page')
  return found && { at: found[0], id: found[1] }
}
