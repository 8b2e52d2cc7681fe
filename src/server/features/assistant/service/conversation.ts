import { listContacts } from '#contract/contacts.ts'
import type { Database, Query } from '#server/platform/db/database.ts'
import { MAX_MESSAGE_LENGTH, MAX_MESSAGES } from '../policy.ts'
import * as store from '../store/messages.ts'
import { type Caller, denialFor } from './caller.ts'

/** What was asked and answered, with every contact the answer rests on. */
export type Exchange = {
  question: string
  reply: string
  sources: store.StoredMessage['sources']
  contacts: store.StoredMessage['contacts']
  contactIds: readonly string[]
  ownData: boolean
}

/** The conversations of sessions. Somebody whose organization or role changed does not see what was said before. */
export function conversations(db: Database) {
  const holderOf = (caller: Caller): store.Holder => ({
    sid: caller.sid,
    organizationId: caller.session.organizationId,
    role: caller.session.role,
    readsOwnData: denialFor(listContacts, caller) === null,
  })
  /** Outside any organization only the messages of people without one are seen. */
  const within = <T>({ session }: Caller, work: (tx: Query) => Promise<T>): Promise<T> =>
    session.organizationId ? db.tenant(session.organizationId, work) : db.transaction(work)

  return {
    /** Oldest first. */
    list: (caller: Caller) => within(caller, (tx) => store.listMessages(tx, holderOf(caller), MAX_MESSAGES)),

    clear: (caller: Caller): Promise<void> => within(caller, (tx) => store.deleteMessages(tx, caller.sid)),

    /** Keeps an exchange, unless somebody it is about was deleted while it was answered. */
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
