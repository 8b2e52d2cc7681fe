import type { ConsentChannel, OptOutItem, setDoNotContact } from '#contract/consents.ts'
import type { ContactDetail } from '#contract/contacts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { CHANNELS, isContactBlocked } from '#domain/compliance/outreach.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit.ts'
import { lockContact } from '#server/platform/change-contact.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { emit } from '#server/platform/emit.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { BY_TIME, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import { trySend } from '#server/platform/queue/try-send.ts'
import { type FileOptOuts, storeFileOptOuts } from './service/file-opt-outs.ts'
import * as store from './store/consents.ts'
import * as optOuts from './store/opt-outs.ts'

/** Applies new opt-outs to the other offices of a brokerage that shares them. */
export const SHARE_OPT_OUTS_JOB = 'brokerages.share-opt-outs'

/** Limit up to which open opt-outs are counted. */
const MAX_OPEN_COUNT = 1000
/** Contacts per statement of the nightly job. */
const HASH_BATCH = 500

/** A changed preference of a contact; without a channel it covers all of them. */
type ConsentChange = Pick<BodyOf<typeof setDoNotContact>, 'doNotContact' | 'reason'> &
  Partial<BodyOf<typeof setDoNotContact>>

/** Do-not-contact marks and channel opt-outs, with their time, source and reason. */
export function consentsService(
  { db, events, queue, log }: Pick<Platform, 'db' | 'events' | 'queue' | 'log'>,
  { contacts, tasks }: { contacts: ContactsService; tasks: TasksService },
) {
  /**
   * Applies a changed preference. Records a first consent even if the contact never opted out of the channel.
   *
   * @returns details for the audit log; null if nothing changed
   */
  async function changeRestrictions(
    tx: TenantTx,
    before: ContactDetail,
    doNotContact: boolean,
    channel: ConsentChannel,
  ) {
    const isChange = isBlocked(before, channel) !== doNotContact
    const isOnRecord = async () => (await store.findLastConsent(tx, before.id, channel)) === !doNotContact
    if (!isChange && (channel === 'all' || (await isOnRecord()))) return null
    if (isChange && !doNotContact) await liftStoredOptOuts(tx, before, channel)
    const after = {
      doNotContact: channel === 'all' ? doNotContact : before.doNotContact,
      optedOutChannels: CHANNELS.filter((each) =>
        each === channel ? doNotContact : before.optedOutChannels.includes(each),
      ),
    }
    await store.setRestrictions(tx, before.id, after)
    const isUnreachable = doNotContact && isContactBlocked(after)
    const tasksRemoved = isUnreachable ? await tasks.removeOpenAutomatic(tx, before.id) : 0
    if (channel === 'all') return { doNotContact, tasksRemoved }
    return { doNotContact, channel, ...(tasksRemoved > 0 && { tasksRemoved }) }
  }

  /** Lifts what is stored by hash for a channel, or for all that aren't opted out of by themselves. */
  async function liftStoredOptOuts(tx: TenantTx, before: ContactDetail, channel: ConsentChannel) {
    const channels =
      channel === 'all' ? CHANNELS.filter((each) => !before.optedOutChannels.includes(each)) : [channel]
    for (const each of channels) await contacts.liftOptOuts(tx, before, each)
  }

  /** Makes requests bind the whole organization; part of the caller's transaction, after they were recorded. */
  async function share(
    tx: TenantTx,
    requests: Parameters<ContactsService['shareOptOuts']>[1],
  ): Promise<void> {
    const blockedIds = await contacts.shareOptOuts(tx, requests)
    for (const contactId of blockedIds)
      events.publish(tx, tx.organizationId, { type: 'contact.changed', contactId })
    const { organizationId } = tx
    const contactIds = requests.map(({ contactId }) => contactId)
    if (contactIds.length > 0 && (await store.sharesOptOuts(tx)))
      tx.afterCommit(() => void trySend({ queue, log }, SHARE_OPT_OUTS_JOB, { organizationId, contactIds }))
  }

  /**
   * Sets the preference of a locked contact; part of the caller's transaction.
   *
   * @throws {AppError} invalid if a restriction is lifted without a reason
   */
  async function record(
    tx: TenantTx,
    context: Context,
    contactId: string,
    change: ConsentChange,
  ): Promise<void> {
    const isChanged = await recordUnshared(tx, context, contactId, change)
    if (isChanged && change.doNotContact)
      await share(tx, [{ contactId, channels: channelsOf(change.channel ?? 'all') }])
  }

  /** Like `record`, for this contact alone. @returns false if nothing changed */
  async function recordUnshared(
    tx: TenantTx,
    context: Context,
    contactId: string,
    change: ConsentChange,
  ): Promise<boolean> {
    const before = await contacts.readDetail(tx, contactId)
    const { channel = 'all', source = 'member', shown = null, doNotContact, reason } = change
    if (!doNotContact && !reason && isBlocked(before, channel)) throw missingReasonError()
    const details = await changeRestrictions(tx, before, doNotContact, channel)
    if (!details) return false
    if (!doNotContact) await optOuts.setChannelReviewed(tx, contactId, channel, userIdOf(context))
    const consent = { contactId, channel, allowed: !doNotContact, reason, source, shown }
    await store.insertConsent(tx, { ...consent, recordedBy: userIdOf(context) })
    await audit(tx, { ...context, action: 'contact.do-not-contact-set', subject: contactId, details })
    const changed = [channel === 'all' ? 'doNotContact' : 'optedOutChannels']
    await emit(tx, { type: 'consent.changed', contactIds: [contactId], changed })
    events.publish(tx, context.organizationId, { type: 'contact.changed', contactId })
    return true
  }

  return {
    /**
     * Sets a contact's preference. Repeating the current one changes nothing.
     *
     * @throws {AppError} not_found; invalid if a restriction is lifted without a reason
     */
    setDoNotContact: (context: Context, contactId: string, change: ConsentChange): Promise<ContactDetail> =>
      db.tenant(context.organizationId, async (tx) => {
        if (!(await lockContact(tx, contactId))) throw notFound('Contact')
        await record(tx, context, contactId, change)
        return contacts.readDetail(tx, contactId)
      }),

    record,
    share,

    /** Marks contacts do not contact; part of the caller's transaction. @returns how many were newly marked */
    async markMany(tx: TenantTx, context: Context, contactIds: readonly string[], reason: string | null) {
      await contacts.knowledge.lockContacts(tx, contactIds)
      const rows = await contacts.listByIds(tx, contactIds)
      const unmarkedContacts = rows.filter(({ doNotContact }) => !doNotContact)
      for (const { id } of unmarkedContacts)
        await recordUnshared(tx, context, id, { doNotContact: true, reason })
      const requests = unmarkedContacts.map(({ id }) => ({ contactId: id, channels: CHANNELS }))
      await share(tx, requests)
      return unmarkedContacts.length
    },

    /** Stores opt-outs that a file has for existing contacts; part of the caller's transaction. */
    async storeFileOptOuts(tx: TenantTx, context: Context, fileOptOuts: FileOptOuts) {
      const newOptOuts = await storeFileOptOuts(tx, contacts, context, fileOptOuts)
      const byContact = Map.groupBy(newOptOuts, ({ contactId }) => contactId)
      const requests = [...byContact].map(([contactId, optOuts]) => ({
        contactId,
        channels: optOuts.flatMap(({ channel }) => channelsOf(channel)),
      }))
      await share(tx, requests)
      return [...byContact.keys()]
    },

    /** Hashes of an email address and a phone number, for `findBlockedHashes`. */
    contactPointHashes(points: { email: string | null; phone: string | null }): string[] {
      const { email, phone } = contacts.contactPointHashes(points)
      return [email, phone].filter((hash) => hash !== null)
    },

    /**
     * Which of the hashes (of `contactPointHashes`) this organization may not contact, and on which channels. Reveals
     * neither who asked nor of whose contact. The hashes of one installation agree in all of its organizations, so that a
     * brokerage can ask each of them. Part of the caller's transaction.
     */
    findBlockedHashes: contacts.findBlockedHashes,

    /**
     * Stores by hash the opt-outs of contacts that have none, from before requests were shared. Called every night.
     *
     * @returns for how many contacts
     */
    async storeMissingHashes(): Promise<number> {
      let stored = 0
      for (;;) {
        const missing = await contacts.listWithoutHash(HASH_BATCH)
        for (const [organizationId, group] of Map.groupBy(missing, (each) => each.organizationId)) {
          const ids = group.map(({ contactId }) => contactId)
          await db.tenant(parseOrganizationId(organizationId), (tx) => contacts.preserveOptOuts(tx, ids))
        }
        stored += missing.length
        if (missing.length < HASH_BATCH) return stored
      }
    },

    /** Number of people that an import opted out, and of those that await review. */
    countByImport: optOuts.countByImport,

    /** Opt-outs from files, newest first. @throws {AppError} invalid for a malformed cursor */
    listOptOuts(
      context: Context,
      { state, importId, ...query }: PageQuery & { state: 'open' | 'all'; importId: string | null },
    ) {
      return db.tenant(context.organizationId, async (tx) => {
        const page = await readPage(BY_TIME, query, (range) =>
          optOuts.listOptOuts(tx, { ...range, importId, isOpen: state === 'open' }),
        )
        return { ...page, open: await optOuts.countOpenOptOuts(tx, MAX_OPEN_COUNT) }
      })
    },

    /** A member confirms an opt-out from a file. @throws {AppError} not_found */
    confirmOptOut: (context: Context, id: string): Promise<OptOutItem> =>
      db.tenant(context.organizationId, async (tx) => {
        const isNew = await optOuts.setReviewed(tx, id, userIdOf(context))
        const optOut = await optOuts.findOptOut(tx, id)
        if (!optOut) throw notFound('Opt-out')
        if (isNew) {
          await audit(tx, { ...context, action: 'opt-out.kept', subject: optOut.contactId })
          events.publish(tx, context.organizationId, { type: 'contact.changed', contactId: optOut.contactId })
        }
        return optOut
      }),

    /** @throws {AppError} not_found; invalid for a malformed cursor */
    list: (context: Context, contactId: string, query: PageQuery) =>
      db.tenant(context.organizationId, async (tx) => {
        await contacts.readDetail(tx, contactId)
        return readPage(BY_TIME, query, (range) => store.listConsents(tx, contactId, range))
      }),
  }
}
export type ConsentsService = ReturnType<typeof consentsService>

const channelsOf = (channel: ConsentChannel) => (channel === 'all' ? CHANNELS : [channel])

function isBlocked({ doNotContact, optedOutChannels }: ContactDetail, channel: ConsentChannel): boolean {
  return channel === 'all' ? doNotContact : optedOutChannels.includes(channel)
}

function missingReasonError(): AppError {
  return new AppError('invalid', 'Give a reason: this person asked not to be contacted.', {
    fields: { reason: 'Say why this person may be contacted again' },
  })
}
