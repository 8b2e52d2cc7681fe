import type { Channel } from '#domain/compliance/outreach.ts'
import { UNSUBSCRIBED_EVENT } from '#domain/follow-up-boss/restrictions.ts'
import type { RemoteEvent } from '#domain/follow-up-boss/shapes.ts'
import { textOfEvent } from '#domain/follow-up-boss/texts.ts'
import { lockContact } from '#server/platform/change-contact.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { RemoteError } from '#server/platform/follow-up-boss/client.ts'
import { visibleText } from '#server/platform/visible-text.ts'
import { MAX_ACTIVITY_NOTE_LENGTH } from '../limits.ts'
import * as links from '../store/links.ts'
import type { RemotePage } from './remote.ts'
import { type Run, writableSides } from './run.ts'

const OPTED_OUT = 'Marked in Follow Up Boss'

/** Records an opt-out of Follow Up Boss; part of the caller's transaction, which locked the contact. */
export function optOut(run: Run, tx: TenantTx, contactId: string, channel: Channel | 'all'): Promise<void> {
  const consent = { doNotContact: true, channel, reason: OPTED_OUT }
  return run.features.consents.record(tx, run.context, contactId, consent)
}

/**
 * Applies opt-outs of events from before a person was linked. A link counts as new until its first comparison is stored. During
 * an import it does nothing, because that reads all events later.
 */
export async function receiveEarlierOptOuts(run: Run, { seen }: links.Link, personId: number): Promise<void> {
  if (seen.here || run.connection.stage !== 'done') return
  let next: string | null | undefined
  do {
    const page: RemotePage<RemoteEvent> | null = await run.remote
      .listEvents({ next: next ?? undefined, personId })
      .catch((error: unknown) => {
        // A list that is refused doesn't hold up the person.
        if (error instanceof RemoteError && ['missing', 'rejected'].includes(error.reason)) return null
        throw error
      })
    const items = page?.items ?? []
    for (const event of items)
      if (event.personId === personId && event.type === UNSUBSCRIBED_EVENT) await receiveEvent(run, event)
    // Follow Up Boss may ignore the filter.
    next = items.every((event) => event.personId === personId) ? page?.next : null
  } while (next)
}

/** An event becomes an activity; one of a person who unsubscribed is an opt-out, also where no activities come in. */
export async function receiveEvent(run: Run, event: RemoteEvent): Promise<void> {
  const person = await run.tenant((tx) => links.findByRemote(tx, 'people', event.personId))
  const isLogged = person?.kind === 'person' && writableSides(run, 'activities').here
  const isOptOut = event.type === UNSUBSCRIBED_EVENT
  const contactId = person?.contactId
  if (contactId && (isLogged || isOptOut))
    await run.tenant((tx) => storeEvent(run, tx, { event, contactId, isLogged, isOptOut }))
}

type StoredEvent = { event: RemoteEvent; contactId: string; isLogged: boolean; isOptOut: boolean }

async function storeEvent(
  run: Run,
  tx: TenantTx,
  { event, contactId, isLogged, isOptOut }: StoredEvent,
): Promise<void> {
  const known = await links.findByRemote(tx, 'events', event.id)
  if (known && !known.contactId) return isOptOut ? repeatOptOut(run, tx, known, contactId) : undefined
  if (known && (known.localId || !isLogged)) return
  if (!(await lockContact(tx, contactId))) return
  if (!known && isOptOut) await optOut(run, tx, contactId, 'email')
  const localId = isLogged ? await logEvent(run, tx, contactId, event) : null
  if (known && localId) return links.setActivity(tx, known.id, localId)
  await links.insertLink(tx, {
    ...{ kind: 'event', resource: 'events', remoteId: event.id, localId, contactId },
  })
}

/** Applies an opt-out of a deleted contact to the one who was added again. The activity stays deleted. */
async function repeatOptOut(run: Run, tx: TenantTx, known: links.Link, contactId: string): Promise<void> {
  if (!(await lockContact(tx, contactId))) return
  await optOut(run, tx, contactId, 'email')
  await links.relink(tx, known.id, { ...known, contactId })
}

/** Logs an event as an activity. @returns its id */
async function logEvent(run: Run, tx: TenantTx, contactId: string, event: RemoteEvent): Promise<string> {
  const note = visibleText(textOfEvent(event)).slice(0, MAX_ACTIVITY_NOTE_LENGTH).toWellFormed()
  const at = new Date(Math.min(Date.parse(event.created) || Date.now(), Date.now()))
  const { activity } = await run.features.activities.logWithin(tx, run.context, {
    ...{ contactId, type: 'note', outcome: null, note, at, recordedBy: null },
  })
  return activity.id
}
