import { listContacts } from '#contract/contacts.ts'
import type { Database, Query } from '#server/platform/db/database.ts'
import { MAX_MESSAGE_LENGTH, MAX_MESSAGES } from '../limits.ts'
import * as store from '../store/messages.ts'
import { type Caller, denialFor } from './caller.ts'

/** A question and its answer, with every contact the answer is based on. */
export type Exchange = {
  question: string
  reply: string
  sources: store.StoredMessage['sources']
  contacts: store.StoredMessage['contacts']
  contactIds: readonly string[]
  ownData: boolean
}

/** Conversations by session. A user whose organization or role changed no longer sees earlier messages. */
export function conversations(db: Database) {
  const holderOf = (caller: Caller): store.Holder => ({
    sid: caller.sid,
    organizationId: caller.session.organizationId,
    role: caller.session.role,
    readsOwnData: denialFor(listContacts, caller) === null,
  })
  /** Users without an organization see only messages written without one. */
  const within = <T>({ session }: Caller, work: (tx: Query) => Promise<T>): Promise<T> =>
    session.organizationId ? db.tenant(session.organizationId, work) : db.transaction(work)

  return {
    /** Oldest first. */
    list: (caller: Caller) => within(caller, (tx) => store.listMessages(tx, holderOf(caller), MAX_MESSAGES)),

    clear: (caller: Caller): Promise<void> => within(caller, (tx) => store.deleteMessages(tx, caller.sid)),

    /** Stores an exchange, unless a contact it mentions was deleted in the meantime. */
    add: (
      caller: Caller,
      { question, reply, sources, contacts, contactIds, ownData }: Exchange,
    ): Promise<void> =>
      within(caller, async (tx) => {
        const holder = holderOf(caller)
        if (contactIds.length > 0) {
          const organizationId = holder.organizationId ?? ''
          if ((await store.countExistingContacts(tx, organizationId, contactIds)) < contactIds.length) return
        }
        const about = { contactIds, ownData }
        await store.addMessages(
          tx,
          holder,
          [
            { role: 'user', content: question, ...about },
            { role: 'assistant', content: reply.slice(0, MAX_MESSAGE_LENGTH), sources, contacts, ...about },
          ],
          MAX_MESSAGES,
        )
      }),
  }
}
