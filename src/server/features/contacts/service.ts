import { setTimeout as wait } from 'node:timers/promises'
import type { ContactDetail, ContactFilter, DetailedContactInput } from '#contract/contacts.ts'
import type { LabelsAndNotes } from '#domain/identity/contact-details.ts'
import { joinNotes } from '#domain/identity/contact-note.ts'
import type { WholeContactPoint } from '#domain/identity/search-text.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { audit, auditAll } from '#server/platform/audit.ts'
import { createBatcher } from '#server/platform/batcher.ts'
import { lockContact } from '#server/platform/change-contact.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { emit } from '#server/platform/emit.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { trySend } from '#server/platform/queue/try-send.ts'
import { requestRuleChecks } from '#server/platform/rule-checks.ts'
import * as limits from './limits.ts'
import { MAX_CONTACTS } from './limits.ts'
import {
  addCandidates,
  type Candidate,
  candidateOf,
  classifyCandidates,
  prepareDrafts,
} from './service/add-drafts.ts'
import { transferring } from './service/bring-in.ts'
import * as optOuts from './service/channel-opt-outs.ts'
import { completeExisting } from './service/complete-existing.ts'
import {
  addErrorOf,
  limitReachedError,
  limitReachedText,
  requireNoDuplicate,
  retryOnConflict,
} from './service/contact-errors.ts'
import type { ContactPage, ListRequest } from './service/contact-page.ts'
import { type ExportQuery, generateExportLines } from './service/export-lines.ts'
import type { LabelFeatures } from './service/labels-and-notes.ts'
import { listPage } from './service/list-page.ts'
import { changedFieldsOf, type DetailedDraft, draftOf, hashOf, newContactOf } from './service/new-contact.ts'
import { selectContacts } from './service/select.ts'
import { optOutSharing, shareNewPoints } from './service/share-opt-outs.ts'
import { suppressionList } from './service/suppression-list.ts'
import { countChoices } from './store/choice-counts.ts'
import { listFilterOf } from './store/filter.ts'
import * as knowledge from './store/knowledge.ts'
import * as read from './store/read-contacts.ts'
import * as screening from './store/screening.ts'
import * as suppressions from './store/suppressions.ts'
import { deleteConversationsOf, deleteMergeSnapshots, voidExports } from './store/traces.ts'
import * as write from './store/write-contacts.ts'

export type { AddResult, Candidate } from './service/add-drafts.ts'
export type { TransferredContact } from './service/bring-in.ts'
export { requireDetailsWithinLimits } from './service/contact-errors.ts'
export type { ContactPage } from './service/contact-page.ts'
export { type PlacedFilter, placedFilterJson } from './store/filter.ts'
export {
  type ContactUpdate,
  type FullContact,
  type NewSignal,
  SCORE_TYPES,
  type ScoreColumns,
  type SignalRow,
  type StoredContact,
} from './store/knowledge.ts'
export type { ScreenedContact } from './store/screening.ts'
export { setVerdict, VERDICT_TYPES, type Verdict, verdictRow } from './store/verdicts.ts'
export { isLimitReached } from './store/write-contacts.ts'

/** Job that verifies the named contacts, or all that are due. */
export const VERIFY_JOB = 'verify-contacts'

/** Job that looks for duplicates of the contacts in an organization's queue. */
export const DUPLICATES_JOB = 'find-duplicates'

const VERIFIED_FIELDS = ['email', 'phone', 'address', 'city', 'state', 'zipCode'] as const

/** Contacts: the list, one contact with all its data, and changes of its fields. */
export function contactsService(
  platform: Pick<Platform, 'db' | 'queue' | 'events' | 'log'>,
  { tasks, tags, notes }: LabelFeatures & { tasks: TasksService },
  { maxContacts } = { maxContacts: MAX_CONTACTS },
) {
  const { db, events } = platform
  const labelFeatures = { tags, notes }

  /** @throws {AppError} not_found */
  async function readDetail(tx: TenantTx, id: string): Promise<ContactDetail> {
    const [contact, signals, properties, contactTasks] = await Promise.all([
      read.findContact(tx, id),
      knowledge.listSignals(tx, [id]),
      knowledge.listProperties(tx, [id]),
      tasks.listForContact(tx, id),
    ])
    if (!contact) throw notFound('Contact')
    return { ...contact, signals, properties, tasks: contactTasks }
  }

  const scheduleDuplicateCheck = (organizationId: string) =>
    trySend(platform, DUPLICATES_JOB, { organizationId }, organizationId)
  const scheduleVerification = createBatcher(
    async (organizationId: OrganizationId, contactIds: string[]) => {
      await Promise.all([
        trySend(platform, VERIFY_JOB, { organizationId, contactIds }),
        scheduleDuplicateCheck(organizationId),
      ])
    },
    {
      max: limits.VERIFICATION_BATCH,
      pause: () => wait(limits.VERIFICATION_DEBOUNCE_MS, undefined, { ref: false }),
    },
  )

  return {
    readDetail,
    prepareDrafts,
    /** Adds drafts as contacts, in order; part of the caller's transaction. @throws as `addCandidates` */
    addDrafts: (tx: TenantTx, drafts: readonly DetailedDraft[], importId: string | null) =>
      addCandidates(tx, labelFeatures, drafts.map(candidateOf), {
        importId,
        maxContacts,
        skipExcess: false,
      }),
    /** Adds prepared candidates. @throws as `addCandidates` of `add-drafts.ts` */
    addCandidates: (
      tx: TenantTx,
      candidates: readonly Candidate[],
      { importId, skipExcess }: { importId: string | null; skipExcess: boolean },
    ) => addCandidates(tx, labelFeatures, candidates, { importId, maxContacts, skipExcess }),
    /** How many of the people are contacts already, and how many are suppressed; writes nothing. */
    async countKnown(tx: TenantTx, drafts: readonly DetailedDraft[]) {
      const { outcomes } = await classifyCandidates(tx, await prepareDrafts(drafts))
      const count = (reason: string) =>
        outcomes.filter((outcome) => 'skipReason' in outcome && outcome.skipReason === reason).length
      return { known: count('duplicate'), suppressed: count('suppressed') }
    },
    /** The contact with one of a person's keys (`samePersonKeys`); part of the caller's transaction. */
    findSamePerson: async (tx: TenantTx, keys: readonly string[]): Promise<string | null> =>
      (await write.findKeys(tx, keys.map(hashOf)))[0]?.contactId ?? null,
    completeExisting: (tx: TenantTx, context: Context, file: DetailedDraft, importId: string) =>
      completeExisting(tx, { tasks, ...labelFeatures }, context, file, importId),
    liftOptOuts: optOuts.liftOptOuts,
    preserveOptOuts: optOuts.preserveOptOuts,
    ...optOutSharing(db, tasks),
    recordOptOuts: (tx: TenantTx, context: Context, command: Parameters<typeof optOuts.recordOptOuts>[3]) =>
      optOuts.recordOptOuts(tx, tasks, context, command),
    /**
     * Blocks channels that were opted out by an address or number that a contact now has; part of the caller's transaction.
     *
     * @param former the contact before the change; null checks all addresses and numbers
     */
    blockOptedOut(tx: TenantTx, context: Context, contact: ContactDetail, former: ContactDetail | null) {
      const changedContact = { ...contact, ...newContactOf(contact, contact.id) }
      return optOuts.blockOptedOut(
        tx,
        tasks,
        context,
        changedContact,
        former && newContactOf(former, former.id),
      )
    },
    /** @throws {AppError} conflict if the organization reached its contact limit */
    async requireCapacity(tx: TenantTx): Promise<void> {
      if ((await write.readCapacity(tx, maxContacts)) === 0) throw limitReachedError(maxContacts)
    },
    ...transferring(labelFeatures, maxContacts),
    /** Message for contacts beyond the limit. */
    limitText: limitReachedText(maxContacts),
    suppressions: suppressionList,
    /** Verifies a changed contact after the commit. */
    verify: scheduleVerification,
    /** Starts the verification of all due contacts and the duplicate check, as after an import. */
    verifyDue: (organizationId: string) =>
      Promise.all([
        trySend(platform, VERIFY_JOB, { organizationId }, organizationId),
        scheduleDuplicateCheck(organizationId),
      ]),

    /** Contact data that enrichment and scoring read and write; part of the caller's transaction. */
    knowledge: {
      lockContacts: knowledge.lockContacts,
      listStoredContacts: knowledge.listStoredContacts,
      listFullContacts: knowledge.listFullContacts,
      updateContacts: knowledge.updateContacts,
      deleteSignals: knowledge.deleteSignals,
      setRankSignals: knowledge.setRankSignals,
      replaceProperties: knowledge.replaceProperties,
      upsertSignals: knowledge.upsertSignals,
      updateSignalScores: knowledge.updateSignalScores,
      listContactsToScreen: screening.listContactsToScreen,
      lockContactsToScreen: screening.lockContactsToScreen,
      updateRisk: screening.updateRisk,
      /** Rewrites the contact's fields and details. The former person keys remain. */
      updateFields: (tx: TenantTx, id: string, fields: DetailedDraft) =>
        write.updateContact(
          tx,
          newContactOf({ ...draftOf(fields), details: fields.details ?? null }, id),
          [],
        ),
    },

    deleteConversationsOf,

    /** The named contacts as in a list; part of the caller's transaction. */
    listByIds: read.listByIds,

    list: (context: Context, query: ListRequest): Promise<ContactPage> => listPage(db, context, query),

    /** Number of contacts for each choice of the filters. */
    countChoices: (context: Context, filter: ContactFilter) =>
      db.read(context.organizationId, (tx) => tx.commitWith(() => countChoices(tx, listFilterOf(filter)))),

    /** A contact with all its notes as one text; null without notes. @throws {AppError} not_found */
    readCard: (context: Context, id: string): Promise<ContactDetail & LabelsAndNotes> =>
      db.tenant(context.organizationId, async (tx) => {
        const contact = await readDetail(tx, id)
        const texts = (await notes.textsOf(tx, [id])).get(id) ?? []
        return { ...contact, labels: contact.tags.map(({ name }) => name), notes: joinNotes(texts) || null }
      }),

    get: (context: Context, id: string): Promise<ContactDetail> =>
      db.read(context.organizationId, (tx) => tx.commitWith(() => readDetail(tx, id))),

    /**
     * `attach` sends statements about the new contact, which is only added if they succeed.
     *
     * @throws {AppError} conflict with the id of an existing contact, or at the contact limit
     */
    async add(
      context: Context,
      input: DetailedContactInput,
      attach: (tx: TenantTx, contactId: string) => Promise<unknown> = async () => {},
    ): Promise<ContactDetail> {
      const draft = { ...draftOf(input), details: input.details ?? null }
      const addedContact = await retryOnConflict(() =>
        db.tenant(context.organizationId, async (tx) => {
          const { outcomes, newContacts } = await classifyCandidates(tx, [candidateOf(draft)])
          const [outcome] = outcomes
          if (!outcome || 'skipReason' in outcome) throw addErrorOf(outcome)
          events.publish(tx, context.organizationId, { type: 'contacts.changed' })
          const [, , contact] = await tx.commitWith(() =>
            Promise.all([
              write.insertContacts(tx, newContacts, { importId: null, maxContacts }),
              // Sent after the write, because statements take effect in the order in which they are sent.
              attach(tx, outcome.contactId),
              read.findContact(tx, outcome.contactId),
              audit(tx, { ...context, action: 'contact.added', subject: outcome.contactId }),
              requestRuleChecks(tx, [outcome.contactId]),
            ]),
          )
          if (!contact) throw notFound('Contact')
          // A new contact has nothing attached yet.
          return { ...contact, signals: [], properties: [], tasks: [] }
        }),
      ).catch((error: unknown) => {
        throw write.isLimitReached(error) ? limitReachedError(maxContacts) : error
      })
      void scheduleVerification(context.organizationId, addedContact.id)
      return addedContact
    },

    /**
     * Changes the given fields. Without a different value it changes nothing, so that two programs that hear of each other's
     * changes don't go on forever.
     *
     * @throws {AppError} not_found, conflict
     */
    async update(
      context: Context,
      id: string,
      changes: Partial<DetailedContactInput>,
    ): Promise<ContactDetail> {
      let changed: string[] = []
      const updatedContact = await retryOnConflict(() =>
        db.tenant(context.organizationId, async (tx) => {
          // Locks the contact, because each change rewrites all of its fields.
          const [, current] = await Promise.all([lockContact(tx, id), read.findContact(tx, id)])
          if (!current) throw notFound('Contact')
          const { details = current.details } = changes
          const contact = newContactOf({ ...draftOf({ ...current, ...changes }), details }, id)
          const former = newContactOf(current, id)
          changed = changedFieldsOf(Object.keys(changes), contact, former)
          if (changed.length === 0) return readDetail(tx, id)
          await requireNoDuplicate(tx, contact, former)
          if (former.keys.some((key) => !contact.keys.includes(key))) await optOuts.preserveOptOuts(tx, [id])
          await optOuts.blockOptedOut(tx, tasks, context, { ...current, ...contact }, former)
          events.publish(tx, context.organizationId, { type: 'contact.changed', contactId: id })
          if (current.doNotContact) await shareNewPoints(tx, tasks, contact, former)
          const [, updatedDetail] = await tx.commitWith(() =>
            Promise.all([
              write.updateContact(tx, contact, former.keys),
              readDetail(tx, id),
              audit(tx, { ...context, action: 'contact.changed', subject: id }),
              requestRuleChecks(tx, [id]),
              emit(tx, { type: 'contact.updated', contactIds: [id], changed }),
            ]),
          )
          return updatedDetail
        }),
      )
      if (VERIFIED_FIELDS.some((field) => changed.includes(field)))
        void scheduleVerification(context.organizationId, id)
      else if (changed.length > 0) void scheduleDuplicateCheck(context.organizationId)
      return updatedContact
    },

    /**
     * Permanently deletes the contact and all its data. `suppress` prevents adding the person again.
     *
     * @throws {AppError} not_found
     */
    async remove(context: Context, id: string, suppress = false): Promise<void> {
      await db.tenant(context.organizationId, async (tx) => {
        if (suppress) await suppressions.suppressPeople(tx, [id], 'deleted')
        if ((await optOuts.deleteContacts(tx, [id])) === 0) throw notFound('Contact')
        await audit(tx, { ...context, action: 'contact.deleted', subject: id, details: { suppress } })
        events.publish(tx, context.organizationId, { type: 'contacts.changed' })
      })
    },

    /** Selects the contacts of a bulk action; part of the caller's transaction. */
    select: selectContacts,

    /** Deletes several contacts like `remove`; part of the caller's transaction. @returns how many were deleted */
    async removeMany(tx: TenantTx, context: Context, ids: readonly string[]): Promise<number> {
      const removed = await optOuts.deleteContacts(tx, ids)
      await audit(tx, { ...context, action: 'contacts.deleted', details: { removed } })
      events.publish(tx, context.organizationId, { type: 'contacts.changed' })
      return removed
    },

    /**
     * Deletes several contacts, suppresses these people, and audits each one; part of the caller's transaction.
     */
    async erase(tx: TenantTx, context: Context, ids: readonly string[], request: string) {
      await suppressions.suppressPeople(tx, ids, 'privacy-request', request)
      const erasedCount = await optOuts.deleteContacts(tx, ids)
      const details = { request }
      const auditEntries = ids.map((subject) => ({ ...context, action: 'contact.erased', subject, details }))
      await auditAll(tx, auditEntries)
      events.publish(tx, context.organizationId, { type: 'contacts.changed' })
      return erasedCount
    },

    /** Contacts with exactly this address or number, highest score first; part of the caller's transaction. */
    listByContactPoint: (tx: TenantTx, point: WholeContactPoint) =>
      read.listByContactPoint(tx, point, { ...listFilterOf({}), sort: 'score' }),
    /** Contacts with exactly this address or number, locked until the transaction ends. */
    lockByContactPoint: read.lockByContactPoint,
    /** Deletes merge snapshots with an address or number; these merges can't be undone afterwards. */
    deleteMergeSnapshots,
    /** Voids archives that contain a deleted contact. */
    voidExports,

    /** The CSV lines of an export, read while they are sent. @throws {AppError} invalid */
    export: (context: Context, query: ExportQuery): AsyncGenerator<string> =>
      generateExportLines(db, notes.textsOf, context, query),

    /** Deletes the contacts of an import in batches. @returns how many were deleted */
    async removeImported(context: Context, importId: string): Promise<number> {
      let removed = 0
      for (;;) {
        const deletedCount = await db.tenant(context.organizationId, async (tx) => {
          const ids = await write.listIdsOfImport(tx, importId, limits.DELETE_BATCH)
          return ids.length === 0 ? 0 : optOuts.deleteContacts(tx, ids)
        })
        if (deletedCount === 0) return removed
        removed += deletedCount
      }
    },
  }
}
export type ContactsService = ReturnType<typeof contactsService>
