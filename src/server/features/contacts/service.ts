import { setTimeout as wait } from 'node:timers/promises'
import type { ContactDetail, ContactFilter, ContactInput, ContactSort } from '#contract/contacts.ts'
import type { ContactDraft } from '#domain/identity/contact-draft.ts'
import { searchPatterns } from '#domain/identity/search-text.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { audit, auditAll } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { MAX_CONTACTS } from './limits.ts'
import * as policy from './policy.ts'
import {
  addCandidates,
  addDrafts,
  type Candidate,
  candidateOf,
  hashesOf,
  prepareDrafts,
  sortCandidates,
} from './service/add-drafts.ts'
import { completeExisting } from './service/complete-existing.ts'
import { cursorAt, placeOf } from './service/cursor.ts'
import { exportLines, type Wanted } from './service/export-lines.ts'
import { gathered } from './service/gathered.ts'
import { draftOf, newContactOf } from './service/new-contact.ts'
import { duplicate, full, fullText, refusalOf, suppressed, untilNoneIsTaken } from './service/refusals.ts'
import { type Selection, select } from './service/select.ts'
import { suppressionList } from './service/suppression-list.ts'
import * as knowledge from './store/knowledge.ts'
import * as known from './store/known.ts'
import { placeIn } from './store/orders.ts'
import * as read from './store/read-contacts.ts'
import * as screening from './store/screening.ts'
import * as suppressions from './store/suppressions.ts'
import { forgetMergeSnapshots, voidExports } from './store/traces.ts'
import * as write from './store/write-contacts.ts'

export type { AddedDraft, Candidate } from './service/add-drafts.ts'
export type { Evidence, Knowledge, ScoreColumns } from './store/knowledge.ts'
export type { KnownContact, WholeContact } from './store/known.ts'
export type { ScreenedContact } from './store/screening.ts'
export { setVerdict, VERDICT_TYPES, type Verdict, verdictRow } from './store/verdicts.ts'
export { isFull } from './store/write-contacts.ts'

/** Verifies the contacts named in it, or all whose turn it is. */
export const VERIFY_JOB = 'verify-contacts'

const VERIFIED_FIELDS = ['email', 'phone', 'address', 'city', 'state', 'zipCode'] as const

export type ContactPage = {
  contacts: read.ListedContact[]
  /** Exact, or `1000+` for a filtered list with more. */
  total: string
  nextCursor: string | null
}

/** Contacts: the list, one with everything known about it, and changes of what a person typed. */
export function contactsService(
  { db, queue, events, log }: Pick<Platform, 'db' | 'queue' | 'events' | 'log'>,
  { tasks }: { tasks: TasksService },
  { maxContacts } = { maxContacts: MAX_CONTACTS },
) {
  /** @throws {AppError} not_found */
  async function detail(tx: TenantTx, id: string): Promise<ContactDetail> {
    const [contact, signals, properties, itsTasks] = await Promise.all([
      read.findContact(tx, id),
      read.listSignals(tx, id),
      read.listProperties(tx, id),
      tasks.listForContact(tx, id),
    ])
    if (!contact) throw notFound('Contact')
    return { ...contact, signals, properties, tasks: itsTasks }
  }

  /** After the commit: what is due stands in the contacts, so a lost wake-up costs a moment only. */
  const wakeVerification = (data: { organizationId: string; contactIds?: string[] }, key?: string) =>
    queue
      .send(VERIFY_JOB, data, { key })
      .catch((error: Error) => log.warn({ err: error }, 'The queue did not take a verification'))
  const wakings = gathered(
    (organizationId, contactIds) => wakeVerification({ organizationId, contactIds }),
    () => wait(policy.BETWEEN_WAKINGS_MS, undefined, { ref: false }),
  )
  const verify = ({ organizationId }: Context, contactIds: string[]) => wakings(organizationId, contactIds)

  return {
    detail,
    prepareDrafts,
    /** Adds drafts as contacts, in order; part of the caller's transaction. @throws what `addCandidates` throws */
    addDrafts: (tx: TenantTx, drafts: readonly ContactDraft[], importId: string | null) =>
      addDrafts(tx, drafts, { importId, maxContacts }),
    /** The same with what `prepareDrafts` derived. @throws what `isFull` tells, without `fits`; unique violation */
    addCandidates: (
      tx: TenantTx,
      candidates: readonly Candidate[],
      { importId, fits }: { importId: string | null; fits: boolean },
    ) => addCandidates(tx, candidates, { importId, maxContacts, fits }),
    completeExisting,
    /** @throws {AppError} conflict when the organization holds as many contacts as it may */
    async requireRoom(tx: TenantTx): Promise<void> {
      if ((await write.readRoom(tx, maxContacts)) === 0) throw full(maxContacts)
    },
    /** Why contacts beyond the limit are refused. */
    fullText: fullText(maxContacts),
    suppressions: suppressionList,
    verify,
    /** Wakes the verification of everybody who is due, as after an import. */
    verifyDue: (organizationId: string) => wakeVerification({ organizationId }, organizationId),

    /** What enrichment and scoring read and write about contacts; each is part of the caller's transaction. */
    knowledge: {
      lock: knowledge.lockContact,
      lockAll: knowledge.lockContacts,
      list: known.listKnown,
      listWhole: known.listWhole,
      keep: knowledge.updateKnowledge,
      replaceProperties: knowledge.replaceProperties,
      addSignals: knowledge.upsertSignals,
      keepSignalScores: knowledge.updateSignalScores,
      listToScreen: screening.listToScreen,
      lockToScreen: screening.lockToScreen,
      keepRisk: screening.updateRisk,
      /** Writes typed fields anew; the person keys of the former ones stay. */
      retype: (tx: TenantTx, id: string, fields: Omit<ContactInput, 'organizationId'>) =>
        write.updateTyped(tx, newContactOf(draftOf(fields), id), []),
    },

    /** A page in the order asked for, with the count of all that match. */
    async list(
      context: Context,
      query: ContactFilter & { sort: ContactSort; limit: number; cursor?: string },
    ): Promise<ContactPage> {
      const { sort } = query
      const patterns = searchPatterns(query.search ?? '')
      const topSignal = query.topSignal ?? null
      const after = placeOf(query.cursor, sort)
      const wanted = { patterns, topSignal, sort, after, limit: query.limit + 1 }
      const { contacts: found, counted } = await db.read(context.organizationId, (tx) =>
        read.listAndCount(tx, wanted, policy.COUNT_EXACTLY_TO + 1),
      )
      const contacts = found.slice(0, query.limit)
      const last = contacts.at(-1)
      const isWhole = !after && found.length <= query.limit
      const total = isWhole ? String(found.length) : totalOf(counted, read.isNarrowed(wanted))
      return {
        contacts,
        total,
        nextCursor: found.length > query.limit && last ? cursorAt(sort, placeIn(sort, last)) : null,
      }
    },

    get: (context: Context, id: string): Promise<ContactDetail> =>
      db.glance(context.organizationId, (tx) => detail(tx, id)),

    /** @throws {AppError} conflict, naming the contact that is there already, or when there are as many as there may be */
    async add(context: Context, input: ContactInput): Promise<ContactDetail> {
      const draft = draftOf(input)
      const added = await untilNoneIsTaken(() =>
        db.tenant(context.organizationId, async (tx) => {
          const { outcomes, fresh } = await sortCandidates(tx, [candidateOf(draft)])
          const [outcome] = outcomes
          if (!outcome || 'refused' in outcome) throw refusalOf(outcome)
          events.publish(tx, context.organizationId, { type: 'contacts.changed' })
          const [, contact] = await tx.last(() =>
            Promise.all([
              write.insertContacts(tx, fresh, { importId: null, maxContacts }),
              // Behind the writing, since statements take effect in the order in which they are sent.
              read.findContact(tx, outcome.contactId),
              audit(tx, { ...context, action: 'contact.added', subject: outcome.contactId }),
            ]),
          )
          if (!contact) throw notFound('Contact')
          // Nothing can hang on somebody who is new.
          return { ...contact, signals: [], properties: [], tasks: [] }
        }),
      ).catch((error: unknown) => {
        throw write.isFull(error) ? full(maxContacts) : error
      })
      void verify(context, [added.id])
      return added
    },

    /** Changes the given fields. @throws {AppError} not_found, conflict */
    async update(context: Context, id: string, changes: Partial<ContactInput>): Promise<ContactDetail> {
      const updated = await untilNoneIsTaken(() =>
        db.tenant(context.organizationId, async (tx) => {
          // Two changes at once follow one another: each rewrites all typed fields.
          const [, current] = await Promise.all([knowledge.lockContact(tx, id), read.findContact(tx, id)])
          if (!current) throw notFound('Contact')
          const contact = newContactOf(draftOf({ ...current, ...changes }), id)
          const former = newContactOf(current, id)
          const added = hashesOf(contact).filter((hash) => !hashesOf(former).includes(hash))
          const [owners, unwanted] = await Promise.all([
            write.findKeys(tx, contact.keys),
            suppressions.findSuppressed(tx, added),
          ])
          const other = owners.find(({ contactId }) => contactId !== id)
          if (other) throw duplicate(other.contactId)
          if (unwanted.length > 0) throw suppressed()
          events.publish(tx, context.organizationId, { type: 'contact.changed', contactId: id })
          const [, now] = await tx.last(() =>
            Promise.all([
              write.updateTyped(tx, contact, former.keys),
              detail(tx, id),
              audit(tx, { ...context, action: 'contact.changed', subject: id }),
            ]),
          )
          return now
        }),
      )
      if (VERIFIED_FIELDS.some((field) => field in changes)) void verify(context, [id])
      return updated
    },

    /**
     * Deletes the contact and everything known about it, for good; with `suppress` nobody adds the person again.
     *
     * @throws {AppError} not_found
     */
    async remove(context: Context, id: string, suppress = false): Promise<void> {
      await db.tenant(context.organizationId, async (tx) => {
        if (suppress) await suppressions.suppressPeople(tx, [id], 'deleted')
        if ((await write.deleteContacts(tx, [id])) === 0) throw notFound('Contact')
        await audit(tx, { ...context, action: 'contact.deleted', subject: id, details: { suppress } })
        events.publish(tx, context.organizationId, { type: 'contacts.changed' })
      })
    },

    /** The contacts that work on many is about; part of the caller's transaction. */
    select: (tx: TenantTx, selection: Selection) => select(tx, selection),

    /** Deletes several contacts, as `remove` does with one; part of the caller's transaction. @returns how many went */
    async removeMany(tx: TenantTx, context: Context, ids: readonly string[]): Promise<number> {
      const removed = await write.deleteContacts(tx, ids)
      await audit(tx, { ...context, action: 'contacts.deleted', details: { removed } })
      events.publish(tx, context.organizationId, { type: 'contacts.changed' })
      return removed
    },

    /**
     * Deletes several contacts by themselves, keeps these people from coming back, and writes a line about each; part
     * of the caller's transaction.
     */
    async erase(tx: TenantTx, context: Context, ids: readonly string[], request: string) {
      await suppressions.suppressPeople(tx, ids, 'privacy-request', request)
      const erased = await write.deleteContacts(tx, ids)
      const details = { request }
      const lines = ids.map((subject) => ({ ...context, action: 'contact.erased', subject, details }))
      await auditAll(tx, lines)
      events.publish(tx, context.organizationId, { type: 'contacts.changed' })
      return erased
    },

    /** Contacts with exactly this address or number, kept as they are until the transaction ends. */
    reachedBy: read.lockReachedBy,
    /** Forgets what merges remember of an address or number; they cannot be undone then. */
    forgetMerged: forgetMergeSnapshots,
    /** Takes archives back, which hold somebody who is no longer here. */
    voidExports,

    /** The lines of an export, read while they are sent. @throws {AppError} invalid */
    export: (context: Context, wanted: Wanted): AsyncGenerator<string> => exportLines(db, context, wanted),

    /** Deletes what an import brought, in batches. @returns how many contacts went */
    async removeImported(context: Context, importId: string): Promise<number> {
      let removed = 0
      for (;;) {
        const batch = await db.tenant(context.organizationId, async (tx) => {
          const ids = await write.idsOfImport(tx, importId, policy.DELETE_BATCH)
          return ids.length === 0 ? 0 : write.deleteContacts(tx, ids)
        })
        if (batch === 0) return removed
        removed += batch
      }
    },
  }
}
export type ContactsService = ReturnType<typeof contactsService>

function totalOf(counted: number, isNarrowed: boolean): string {
  return isNarrowed && counted > policy.COUNT_EXACTLY_TO ? `${policy.COUNT_EXACTLY_TO}+` : String(counted)
}
