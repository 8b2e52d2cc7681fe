import type { ConsentChannel, ConsentEntry, OptOutItem } from '#contract/consents.ts'
import type { ContactDetail } from '#contract/contacts.ts'
import { CHANNELS, type Channel, isContactBlocked } from '#domain/compliance/outreach.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import { decodeTimeCursor, pageByTime } from '#server/platform/cursor.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { storeFileOptOuts } from './service/file-opt-outs.ts'
import * as store from './store/consents.ts'
import * as optOuts from './store/opt-outs.ts'

/** Open opt-outs are counted up to this number. */
const MAX_COUNTED = 1000

/** A changed preference of a contact; without a channel it covers all of them. */
export type ConsentChange = {
  doNotContact: boolean
  reason: string | null
  channel?: ConsentChannel
  source?: ConsentEntry['source']
  shown?: string | null
}

/** Do-not-contact marks and channel opt-outs, with their time, source and reason. */
export function consentsService(
  { db, events }: Pick<Platform, 'db' | 'events'>,
  { contacts, tasks }: { contacts: ContactsService; tasks: TasksService },
) {
  /** @returns details for the audit log; null if nothing changed */
  async function recordForAllChannels(tx: TenantTx, before: ContactDetail, change: ConsentChange) {
    const { doNotContact } = change
    if (before.doNotContact === doNotContact) return null
    await store.setDoNotContact(tx, before.id, doNotContact)
    return { doNotContact, tasksRemoved: doNotContact ? await tasks.removeOpenAutomatic(tx, before.id) : 0 }
  }

  /** Also records a first consent, even if the channel was never refused. */
  async function recordForChannel(
    tx: TenantTx,
    before: ContactDetail,
    change: ConsentChange,
    channel: Channel,
  ) {
    const { doNotContact } = change
    const isRecorded = (await store.findLastConsent(tx, before.id, channel)) === !doNotContact
    if (isRecorded && isBlocked(before, channel) === doNotContact) return null
    const refused = new Set(before.optedOutChannels)
    if (doNotContact) refused.add(channel)
    else {
      refused.delete(channel)
      if (isBlocked(before, channel)) await contacts.liftOptOuts(tx, before, channel)
    }
    await store.setRefusedChannels(
      tx,
      before.id,
      CHANNELS.filter((each) => refused.has(each)),
    )
    const isLast = doNotContact && isContactBlocked({ ...before, optedOutChannels: [...refused] })
    const tasksRemoved = isLast ? await tasks.removeOpenAutomatic(tx, before.id) : 0
    return { doNotContact, channel, ...(tasksRemoved > 0 ? { tasksRemoved } : {}) }
  }

  return {
    /**
     * Sets a contact's preference. Repeating the current one changes nothing.
     *
     * @throws {AppError} not_found; invalid if a restriction is lifted without a reason
     */
    setDoNotContact: (context: Context, contactId: string, change: ConsentChange): Promise<ContactDetail> =>
      db.tenant(context.organizationId, async (tx) => {
        if (!(await contacts.knowledge.lock(tx, contactId))) throw notFound('Contact')
        const before = await contacts.detail(tx, contactId)
        const { channel = 'all', source = 'member', shown = null, doNotContact, reason } = change
        if (!doNotContact && !reason && isBlocked(before, channel)) throw missingReasonError()
        const details =
          channel === 'all'
            ? await recordForAllChannels(tx, before, change)
            : await recordForChannel(tx, before, change, channel)
        if (!details) return before
        if (!doNotContact) await optOuts.setChannelReviewed(tx, contactId, channel, userIdOf(context))
        const consent = { contactId, channel, allowed: !doNotContact, reason, source, shown }
        await store.insertConsent(tx, { ...consent, recordedBy: userIdOf(context) })
        await audit(tx, { ...context, action: 'contact.do-not-contact-set', subject: contactId, details })
        events.publish(tx, context.organizationId, { type: 'contact.changed', contactId })
        return contacts.detail(tx, contactId)
      }),

    /** Stores opt-outs that a file has for existing contacts; part of the caller's transaction. */
    storeFileOptOuts: (tx: TenantTx, context: Context, said: Parameters<typeof storeFileOptOuts>[3]) =>
      storeFileOptOuts(tx, tasks, context, said),

    /** How many people an import opted out, and how many of them await review. */
    countOfImport: optOuts.countOfImport,

    /** Opt-outs from files, newest first. @throws {AppError} invalid for a malformed cursor */
    listOptOuts(
      context: Context,
      query: { state: 'open' | 'all'; importId: string | null; limit: number; cursor?: string | undefined },
    ) {
      const after = decodeTimeCursor(query.cursor)
      const { importId, limit } = query
      return db.tenant(context.organizationId, async (tx) => {
        const page = { importId, isOpen: query.state === 'open', after, limit: limit + 1 }
        const found = await optOuts.listOptOuts(tx, page)
        const { rows: items, next } = pageByTime(found, limit)
        return { items, open: await optOuts.countOpen(tx, MAX_COUNTED), next }
      })
    },

    /** A member confirms an opt-out from a file. @throws {AppError} not_found */
    confirmOptOut: (context: Context, id: string): Promise<OptOutItem> =>
      db.tenant(context.organizationId, async (tx) => {
        const isNew = await optOuts.setReviewed(tx, id, userIdOf(context))
        const found = await optOuts.findOptOut(tx, id)
        if (!found) throw notFound('Opt-out')
        if (isNew) {
          await audit(tx, { ...context, action: 'opt-out.kept', subject: found.contactId })
          events.publish(tx, context.organizationId, { type: 'contact.changed', contactId: found.contactId })
        }
        return found
      }),

    /** @throws {AppError} not_found; invalid for a malformed cursor */
    list(context: Context, contactId: string, query: { limit: number; cursor?: string | undefined }) {
      const after = decodeTimeCursor(query.cursor)
      return db.tenant(context.organizationId, async (tx) => {
        await contacts.detail(tx, contactId)
        const found = await store.listConsents(tx, contactId, after, query.limit + 1)
        const { rows: entries, next } = pageByTime(found, query.limit)
        return { entries, next }
      })
    },
  }
}
export type ConsentsService = ReturnType<typeof consentsService>

function isBlocked({ doNotContact, optedOutChannels }: ContactDetail, channel: ConsentChannel): boolean {
  return channel === 'all' ? doNotContact : optedOutChannels.includes(channel)
}

function missingReasonError(): AppError {
  return new AppError('invalid', 'Give a reason: this person asked not to be contacted.', {
    fields: { reason: 'Say why this person may be contacted again' },
  })
}
