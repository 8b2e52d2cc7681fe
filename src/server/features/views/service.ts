import type { View } from '#contract/views.ts'
import type { Category } from '#domain/signals/categories.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

const MAX_VIEWS = 50

type NewView = Pick<View, 'name' | 'search' | 'sort'> & {
  signal?: Category | null | undefined
  doNotContact?: boolean | null | undefined
}

/** Named searches, filters and sort orders of the contacts list, per user. */
export function viewsService({ db }: Pick<Platform, 'db'>) {
  return {
    list: (context: Context): Promise<View[]> =>
      db.tenant(context.organizationId, (tx) => store.listViews(tx, userOf(context))),

    /** @throws {AppError} conflict when the name is taken or there are too many */
    add: (context: Context, { name, search, signal, sort, doNotContact }: NewView): Promise<View> =>
      db.tenant(context.organizationId, async (tx) => {
        const userId = userOf(context)
        const { length } = await store.listViews(tx, userId)
        if (length >= MAX_VIEWS) {
          throw new AppError('conflict', `You have ${MAX_VIEWS} views, which is the limit. Delete one first.`)
        }
        const view = {
          id: newId(),
          name,
          search,
          signal: signal ?? null,
          sort,
          doNotContact: doNotContact ?? null,
        }
        const added = await store.insertView(tx, userId, view)
        if (!added) throw new AppError('conflict', 'You already have a view with this name')
        return added
      }),

    /** @throws {AppError} not_found */
    remove: (context: Context, id: string): Promise<void> =>
      db.tenant(context.organizationId, async (tx) => {
        if (!(await store.deleteView(tx, userOf(context), id))) throw notFound('View')
      }),
  }
}
export type ViewsService = ReturnType<typeof viewsService>

function userOf(context: Context): string {
  const userId = userIdOf(context)
  if (userId === null) throw new Error('Only users have views')
  return userId
}
