import { z } from 'zod'
import { type listSuspectedPairs, SUSPECTED_PAIRS_LIMIT } from '#contract/duplicates.ts'
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { SuspectedDuplicate } from '#contract/merges.ts'
import { comparableContact } from '#domain/identity/comparable-contact.ts'
import { compareContacts } from '#domain/identity/duplicate.ts'
import { fold } from '#domain/identity/name.ts'
import { type ContactsService, DUPLICATES_JOB } from '#server/features/contacts/service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { notFound } from '#server/platform/errors.ts'
import { type ListOrder, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import { findCandidates, findSuspectedDuplicates, toComparedContact } from './service/find-suspected.ts'
import * as store from './store.ts'

const BY_POINTS: ListOrder<[number, string], { points: number; id: string }> = {
  shape: z.tuple([z.number(), z.uuid()]),
  keyOf: ({ points, id }) => [points, id],
}

/**
 * Suspected duplicates. Pending checks are rows written together with the change that causes them; jobs only start the
 * worker.
 */
export function duplicatesService(
  { db, queue, events, clock }: Pick<Platform, 'db' | 'queue' | 'events' | 'clock'>,
  { contacts }: { contacts: ContactsService },
) {
  /** Checks the next batch. @returns false if nothing is pending or another process has the lease */
  async function checkBatch(tx: TenantTx, commonKeys: Set<string>): Promise<boolean> {
    const check = await store.claimCheck(tx)
    if (!check) return false
    const pairCount =
      check.scope === 'contact' ? await checkSingleContacts(tx) : await checkPage(tx, check, commonKeys)
    if (pairCount > 0) events.publish(tx, tx.organizationId, { type: 'contacts.changed' })
    return true
  }

  async function checkSingleContacts(tx: TenantTx): Promise<number> {
    const ids = await store.claimSingleChecks(tx, limits.CHECK_BATCH)
    await store.deleteOpenPairs(tx, ids)
    const pairCount = await findSuspectedDuplicates(tx, await store.listByIds(tx, ids), new Set())
    await store.finishChecks(tx, ids)
    return pairCount
  }

  async function checkPage(tx: TenantTx, check: store.Check, commonKeys: Set<string>): Promise<number> {
    const contactsToCheck = await store.listContactsToCheck(tx, check, limits.CHECK_BATCH)
    const pairCount = await findSuspectedDuplicates(tx, contactsToCheck, commonKeys)
    const last = contactsToCheck.at(-1)
    if (last && contactsToCheck.length === limits.CHECK_BATCH) await store.advanceCheck(tx, check.id, last.id)
    else await store.finishChecks(tx, [check.id])
    return pairCount
  }

  return {
    /** Contacts that may be the same person, the strongest reason first. @throws {AppError} not_found */
    listForContact: (context: Context, id: string): Promise<SuspectedDuplicate[]> =>
      db.tenant(context.organizationId, async (tx) => {
        const [contact] = await store.listByIds(tx, [id])
        if (!contact) throw notFound('Contact')
        const comparedContact = toComparedContact(tx, contact)
        // Also compares by fields, because a new contact has no stored keys yet.
        const [idsByKeys, idsByTraits, dismissedIds] = await Promise.all([
          findCandidates(tx, [comparedContact]),
          store.listSimilarIds(tx, contact, fold(contact.lastName)),
          store.listDismissed(tx, id),
        ])
        const ids = new Set(
          [...(idsByKeys.get(id) ?? []), ...idsByTraits].filter((other) => !dismissedIds.has(other)),
        )
        const candidates = (await store.listByIds(tx, [...ids]))
          .flatMap((other) => {
            const candidate = compareContacts(comparedContact.comparable, comparableContact(other))
            return candidate ? [{ id: other.id, candidate }] : []
          })
          .sort((a, b) => b.candidate.points - a.candidate.points)
          .slice(0, limits.MAX_SUSPECTED_PER_CONTACT)
        const summaries = await contacts.select(tx, { ids: candidates.map((each) => each.id) })
        const byId = new Map(summaries.contacts.map((summary) => [summary.id, summary]))
        return candidates.flatMap((each) => {
          const summary = byId.get(each.id)
          return summary ? [{ contact: summary, reason: each.candidate.reason }] : []
        })
      }),

    /** A page of open pairs, the most certain first. @throws {AppError} invalid */
    list: (
      context: Context,
      query: QueryOf<typeof listSuspectedPairs>,
    ): Promise<ResponseOf<typeof listSuspectedPairs>> =>
      db.tenant(context.organizationId, async (tx) => {
        const [page, total] = await Promise.all([
          readPage(BY_POINTS, query, (range) => store.listOpenPairs(tx, range)),
          store.countOpenPairs(tx, SUSPECTED_PAIRS_LIMIT),
        ])
        const ids = [...new Set(page.items.flatMap(({ contactId, otherId }) => [contactId, otherId]))]
        const byId = new Map(
          (await contacts.select(tx, { ids })).contacts.map((contact) => [contact.id, contact]),
        )
        const items = page.items.flatMap(({ id, contactId, otherId, reason, foundAt }) => {
          const [contact, other] = [byId.get(contactId), byId.get(otherId)]
          return contact && other ? [{ id, contact, other, reason, foundAt }] : []
        })
        return { items, next: page.next, total }
      }),

    /** Marks a pair as two different people, permanently. @throws {AppError} not_found */
    dismiss: (context: Context, id: string): Promise<void> =>
      db.tenant(context.organizationId, async (tx) => {
        if (!(await store.dismiss(tx, id, userIdOf(context), clock.now())))
          throw notFound('Suspected duplicate')
        await audit(tx, { ...context, action: 'duplicate.dismissed', subject: id })
        events.publish(tx, context.organizationId, { type: 'contacts.changed' })
      }),

    /** Checks all pending contacts of an organization. */
    async check(organizationId: OrganizationId, signal?: AbortSignal): Promise<void> {
      const until = clock.now().getTime() + limits.MAX_RUN_MS
      const commonKeys = new Set<string>()
      while (!signal?.aborted) {
        if (!(await db.tenant(organizationId, (tx) => checkBatch(tx, commonKeys)))) return
        if (clock.now().getTime() < until) continue
        await queue.send(DUPLICATES_JOB, { organizationId }, { key: organizationId })
        return
      }
    },

    /** Resumes pending checks after imports and stopped processes. */
    async sweep(): Promise<void> {
      for (const organizationId of await store.listOrganizationsToCheck(db)) {
        await queue.send(DUPLICATES_JOB, { organizationId }, { key: organizationId })
      }
    },
  }
}
export type DuplicatesService = ReturnType<typeof duplicatesService>
