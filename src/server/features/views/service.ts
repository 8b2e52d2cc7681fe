import type { BodyOf } from '#contract/endpoint.ts'
import type { createView, View } from '#contract/views.ts'
import { type Context, requireUserId } from '#server/platform/context.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

const MAX_VIEWS = 50

/** Named searches, filters and sort orders of the contacts list, per user. */
export function viewsService({ db }: Pick<Platform, 'db'>) {
  return {
    list: (context: Context): Promise<View[]> =>
      db.tenant(context.organizationId, (tx) => store.listViews(tx, requireUserId(context))),

    /** @throws {AppError} conflict when the name is taken or there are too many */
    add: (context: Context, input: BodyOf<typeof createView>): Promise<View> =>
      db.tenant(context.organizationId, async (tx) => {
        const userId = requireUserId(context)
        const { length } = await store.listViews(tx, userId)
        if (length >= MAX_VIEWS) {
          throw new AppError('conflict', `You have ${MAX_VIEWS} views, which is the limit. Delete one first.`)
        }
        const { signal = null, doNotContact = null, columns = null } = input
        const view = { ...input, id: newId(), signal, doNotContact, columns }
        const newView = await store.insertView(tx, userId, view)
        if (!newView) throw new AppError('conflict', 'You already have a view with this name')
        return newView
      }),

    /** @throws {AppError} not_found */
    remove: (context: Context, id: string): Promise<void> =>
      db.tenant(context.organizationId, async (tx) => {
        if (!(await store.deleteView(tx, requireUserId(context), id))) throw notFound('View')
      }),

    /** Removes the views of a leaving member; part of the caller's transaction. @returns how many */
    removeAllOf: store.deleteViews,
  }
}
export type ViewsService = ReturnType<typeof viewsService>
