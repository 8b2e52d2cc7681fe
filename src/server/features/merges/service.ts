import type { ContactDetail } from '#contract/contacts.ts'
import type { SuspectedDuplicate } from '#contract/merges.ts'
import type { ContactField } from '#domain/identity/contact-draft.ts'
import { DUPLICATE_REASONS, duplicateReason } from '#domain/identity/duplicate.ts'
import { fold } from '#domain/identity/name.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from './policy.ts'
import { type MergeFeatures, mergeContacts } from './service/merge-contacts.ts'
import { undoMerge } from './service/undo-merge.ts'
import * as store from './store/merges.ts'

/** Two contacts that are one person: finding them, making them one, and taking that back. */
export function mergesService(platform: Pick<Platform, 'db' | 'events' | 'clock'>, features: MergeFeatures) {
  const { db } = platform
  const { contacts } = features
  const deps = { ...platform, ...features }

  return {
    /** Who may be the same person, the strongest reason first. @throws {AppError} not_found */
    duplicates: (context: Context, id: string): Promise<SuspectedDuplicate[]> =>
      db.tenant(context.organizationId, async (tx) => {
        const contact = await contacts.detail(tx, id)
        const ids = await store.candidateIds(tx, { ...contact, lastNameKey: fold(contact.lastName) })
        const { contacts: candidates } = await contacts.select(tx, { ids })
        return candidates
          .flatMap((candidate) => {
            const reason = duplicateReason(contact, candidate)
            return reason ? [{ contact: candidate, reason, rank: DUPLICATE_REASONS.indexOf(reason) }] : []
          })
          .sort((a, b) => a.rank - b.rank)
          .slice(0, policy.MAX_DUPLICATES)
      }),

    /** Makes the other contact part of this one. @throws {AppError} invalid, not_found, conflict */
    merge(
      context: Context,
      keptId: string,
      { otherId, fields }: { otherId: string; fields: readonly ContactField[] },
    ): Promise<{ mergeId: string; contact: ContactDetail }> {
      if (keptId === otherId) {
        throw new AppError('invalid', 'A contact cannot be merged with itself', {
          fields: { otherId: 'Choose another contact' },
        })
      }
      return db.tenant(context.organizationId, (tx) =>
        mergeContacts(tx, deps, context, { keptId, otherId, fields }),
      )
    },

    /** Makes two of one again, as they were. @throws {AppError} not_found, conflict */
    undo: (context: Context, mergeId: string): Promise<{ contact: ContactDetail; otherId: string }> =>
      db
        .tenant(context.organizationId, (tx) => undoMerge(tx, deps, context, mergeId))
        .catch((error: unknown) => {
          if (!store.isPersonTaken(error)) throw error
          throw new AppError('conflict', 'One of these people was added again since, so the merge stays')
        }),

    /** Forgets what can no longer be undone. */
    sweep: (): Promise<void> => store.eraseExpired(db),
  }
}
export type MergesService = ReturnType<typeof mergesService>
