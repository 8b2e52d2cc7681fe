import { z } from 'zod'
import type { TimelineEntry } from '#contract/timeline.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

const PRODUCT = 'Ninefold'
const GONE = 'A former member'

/** What happened to a contact, told from what every feature keeps. */
export function timelineService({ db }: Pick<Platform, 'db'>, { contacts }: { contacts: ContactsService }) {
  return {
    /** @throws {AppError} not_found; invalid for a cursor that was never ours */
    list(context: Context, contactId: string, query: { limit: number; cursor?: string | undefined }) {
      const after = placeOf(query.cursor)
      return db.tenant(context.organizationId, async (tx) => {
        await contacts.detail(tx, contactId)
        const found = await store.listTimeline(tx, contactId, after, query.limit + 1)
        const rows = found.slice(0, query.limit)
        const last = rows.at(-1)
        return {
          entries: rows.map(entryOf),
          next: found.length > query.limit && last ? cursorAt({ at: last.exactAt, id: last.id }) : null,
        }
      })
    },
  }
}
export type TimelineService = ReturnType<typeof timelineService>

function entryOf({ id, kind, at, actor, actorName, details }: store.TimelineRow): TimelineEntry {
  const name = actorName ?? (actor?.startsWith('user:') ? GONE : PRODUCT)
  return { id, kind, at, actor: name, details }
}

const place = z.tuple([
  z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/),
  z.string().regex(/^[a-z-]+:[0-9a-f-]{36}$/),
])

function cursorAt({ at, id }: store.Place): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url')
}

function placeOf(cursor: string | undefined): store.Place | null {
  if (cursor === undefined) return null
  try {
    const [at, id] = place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if (Number.isNaN(Date.parse(at.replace(' ', 'T').replace('+00', 'Z')))) throw new RangeError(at)
    return { at, id }
  } catch {
    throw new AppError('invalid', 'This cursor is not valid', {
      fields: { cursor: 'Use the one from the page before' },
    })
  }
}
