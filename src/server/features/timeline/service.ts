import { z } from 'zod'
import type { TimelineEntry } from '#contract/timeline.ts'
import type { BrandsService } from '#server/features/brands/service.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { Context } from '#server/platform/context.ts'
import { BY_TIME, exactTimestamp, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

const FORMER_MEMBER = 'A former member'

/** History of a contact, read from the tables of all features. */
export function timelineService(
  { db }: Pick<Platform, 'db'>,
  { brands, contacts }: { brands: Pick<BrandsService, 'productNameOf'>; contacts: ContactsService },
) {
  return {
    /** @throws {AppError} not_found; invalid for an unknown cursor */
    async list(context: Context, contactId: string, query: PageQuery) {
      const product = await brands.productNameOf(context.organizationId)
      return db.tenant(context.organizationId, async (tx) => {
        await contacts.readDetail(tx, contactId)
        const { items, next } = await readPage(TIMELINE_ORDER, query, (range) =>
          store.listTimeline(tx, contactId, range),
        )
        return { items: items.map((row) => entryOf(row, product)), next }
      })
    },
  }
}
export type TimelineService = ReturnType<typeof timelineService>

/** Entries without a user are shown as done by the product. */
function entryOf(row: Omit<store.TimelineRow, 'exactAt'>, product: string): TimelineEntry {
  const actor = row.actorName ?? (row.actor?.startsWith('user:') ? FORMER_MEMBER : product)
  return { ...row, actor }
}

const TIMELINE_ORDER = {
  ...BY_TIME,
  shape: z.object({ at: exactTimestamp, id: z.string().regex(/^[a-z-]+:[0-9a-f-]{36}$/) }),
}
