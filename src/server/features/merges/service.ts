import type { ContactDetail } from '#contract/contacts.ts'
import type { ContactField } from '#domain/identity/contact-draft.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type MergeFeatures, mergeContacts } from './service/merge-contacts.ts'
import { undoMerge } from './service/undo-merge.ts'
import * as store from './store/merges.ts'

export function mergesService(platform: Pick<Platform, 'db' | 'events' | 'clock'>, features: MergeFeatures) {
  const { db } = platform
  const deps = { ...platform, ...features }

  return {
    /** Merges the other contact into the kept one. @throws {AppError} invalid, not_found, conflict */
    merge(
      context: Context,
      keptId: string,
      { otherId, fields }: { otherId: string; fields: readonly ContactField[] },
    ): Promise<{ mergeId: string; contact: ContactDetail }> {
      if (keptId === otherId) {
        throw new AppError('invalid', "You can't merge a contact with itself", {
          fields: { otherId: 'Choose another contact' },
        })
      }
      return db.tenant(context.organizationId, (tx) =>
        mergeContacts(tx, deps, context, { keptId, otherId, fields }),
      )
    },

    /** Restores both contacts of a merge. @throws {AppError} not_found, conflict */
    undo: (context: Context, mergeId: string): Promise<{ contact: ContactDetail; otherId: string }> =>
      db
        .tenant(context.organizationId, (tx) => undoMerge(tx, deps, context, mergeId))
        .catch((error: unknown) => {
          if (!store.isDuplicatePerson(error)) throw error
          throw new AppError('conflict', "One of these people was added again, so this merge can't be undone")
        }),

    /** Deletes snapshots of merges that can't be undone anymore. */
    sweep: (): Promise<void> => store.eraseExpired(db),
  }
}
export type MergesService = ReturnType<typeof mergesService>
