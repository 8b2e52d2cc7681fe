import { isDeepStrictEqual } from 'node:util'
import type { SyncKind } from '#contract/follow-up-boss.ts'
import type { RemoteNote } from '#domain/follow-up-boss/shapes.ts'
import { textOfActivity, textOfInsight, textOfNote } from '#domain/follow-up-boss/texts.ts'
import { mergeFields } from '#domain/follow-up-boss/three-way.ts'
import { lockContact } from '#server/platform/change-contact.ts'
import { visibleText } from '#server/platform/visible-text.ts'
import { MAX_NOTE_LENGTH } from '../limits.ts'
import * as conflicts from '../store/conflicts.ts'
import * as links from '../store/links.ts'
import * as local from '../store/local.ts'
import { hashesOf, nextSeen, type Run, requireTurn, seenCheck, writableSides } from './run.ts'

/** The text of a note there, as it is stored here. */
const storedText = (note: Pick<RemoteNote, 'subject' | 'body' | 'isHtml'>) =>
  visibleText(textOfNote(note)).slice(0, MAX_NOTE_LENGTH).toWellFormed()

/** The contact that a person there belongs to, unless only restrictions are synced. */
export async function findContactOf(run: Run, personId: number): Promise<string | null> {
  const link = await run.tenant((tx) => links.findByRemote(tx, 'people', personId))
  return link?.kind === 'person' ? link.contactId : null
}

/**
 * The link of something that was being added there when a process died: the same values, without an id yet. Without it, what
 * comes back would be added here a second time.
 */
export async function adoptUnfinished(
  run: Run,
  contactId: string,
  kinds: readonly links.LinkKind[],
  { remoteId, fields }: { remoteId: number; fields: Record<string, string | null> },
): Promise<boolean> {
  const hashes = hashesOf(fields)
  return run.tenant(async (tx) => {
    const unfinished = (await links.listOfContact(tx, contactId)).find(
      (link) =>
        link.remoteId === null && kinds.includes(link.kind) && isDeepStrictEqual(link.seen.there, hashes),
    )
    if (!unfinished) return false
    await links.updateLink(tx, unfinished.id, { remoteId })
    return true
  })
}

export async function receiveNote(run: Run, note: RemoteNote): Promise<void> {
  const link = await run.tenant((tx) => links.findByRemote(tx, 'notes', note.id))
  // Activities and scores that we sent are only ours to change.
  if (link) return link.kind === 'note' ? mergeNote(run, link, note) : undefined
  const contactId = await findContactOf(run, note.personId)
  const text = storedText(note)
  if (!contactId || text === '') return
  const isOurs = await adoptUnfinished(run, contactId, ['note', 'activity', 'insight'], {
    ...{ remoteId: note.id, fields: { text } },
  })
  if (isOurs || !writableSides(run, 'notes').here) return
  await run.tenant(async (tx) => {
    if (!(await lockContact(tx, contactId))) return
    const localId = await run.features.notes.addWithin(tx, run.context, contactId, text)
    const hashes = hashesOf({ text })
    await links.insertLink(tx, {
      ...{ kind: 'note', resource: 'notes', remoteId: note.id, localId, contactId },
      seen: { here: hashes, there: hashes },
    })
  })
}

async function mergeNote(run: Run, link: links.Link, note: RemoteNote): Promise<void> {
  const { contactId, localId } = link
  if (!contactId || !localId) return
  const current = (await run.tenant((tx) => local.listNotes(tx, contactId))).find(({ id }) => id === localId)
  // A note deleted here stays deleted.
  if (!current) return
  const merged = mergeFields(
    { text: current.text },
    { text: storedText(note) },
    {
      seen: seenCheck(link.seen),
      later: new Date(current.updatedAt) > new Date(note.updated) ? 'here' : 'there',
      can: writableSides(run, 'notes'),
    },
  )
  if (merged.conflicts.length > 0)
    await run.tenant((tx) =>
      conflicts.insertConflicts(tx, { kind: 'note', localId, contactId }, merged.conflicts),
    )
  const { text: changedHere } = merged.here
  if (changedHere)
    await run.tenant(async (tx) => {
      if (await lockContact(tx, contactId))
        await run.features.notes.changeWithin(tx, run.context, contactId, { id: localId, text: changedHere })
    })
  const { text: changedThere } = merged.there
  const latest = changedThere
    ? await run.remote.changeNote(note.id, { subject: '', body: changedThere })
    : note
  const seen = nextSeen(link.seen, { text: changedHere ?? current.text }, { text: storedText(latest) }, [
    ...Object.keys(merged.here),
    ...Object.keys(merged.there),
  ])
  await run.tenant((tx) => links.updateLink(tx, link.id, { seen }))
}

type Outgoing = { kind: 'note' | 'activity' | 'insight'; localId: string; text: string }

/** Sends what is new or changed among a contact's notes, activities and, with permission, its score. */
export async function sendNotes(
  run: Run,
  contactId: string,
  personId: number,
  known: readonly links.Link[],
): Promise<void> {
  for (const outgoing of await listOutgoing(run, contactId, known)) {
    const link = known.find(({ kind, localId }) => kind === outgoing.kind && localId === outgoing.localId)
    const isSent = link?.remoteId && link.seen.here?.text === hashesOf({ text: outgoing.text }).text
    if (link?.isGone || isSent) continue
    await requireTurn(run)
    await sendText(run, { contactId, personId, outgoing, link })
  }
}

async function listOutgoing(run: Run, contactId: string, known: readonly links.Link[]): Promise<Outgoing[]> {
  const can = (kind: SyncKind) => writableSides(run, kind).there
  const received = new Set(known.filter(({ kind }) => kind === 'event').map(({ localId }) => localId))
  return run.tenant(async (tx) => {
    const notes = can('notes') ? await local.listNotes(tx, contactId) : []
    const activities = can('activities') ? await local.listActivities(tx, contactId) : []
    const insight = run.connection.sharesInsights
      ? textOfInsight(await local.readInsight(tx, contactId))
      : null
    return [
      ...notes.map(({ id, text }) => ({ kind: 'note' as const, localId: id, text })),
      ...activities
        .filter(({ id }) => !received.has(id))
        .map((activity) => ({
          ...{ kind: 'activity' as const, localId: activity.id },
          text: textOfActivity({ ...activity, at: new Date(activity.at).toISOString() }),
        })),
      ...(insight ? [{ kind: 'insight' as const, localId: contactId, text: insight }] : []),
    ]
  })
}

type SentText = { contactId: string; personId: number; outgoing: Outgoing; link: links.Link | undefined }

async function sendText(run: Run, { contactId, personId, outgoing, link }: SentText): Promise<void> {
  const { kind, localId, text } = outgoing
  const here = hashesOf({ text })
  const seen = { here, there: hashesOf({ text: storedText({ subject: null, body: text, isHtml: false }) }) }
  const present = link ? await findPresent(run, personId, link) : undefined
  if (link && present === null) return run.tenant((tx) => links.updateLink(tx, link.id, { isGone: true }))
  if (link && present) {
    const remoteId = present.id
    await run.tenant((tx) => links.updateLink(tx, link.id, { remoteId }))
    // The text may have changed here since it was sent.
    if (kind === 'note') return mergeNote(run, { ...link, remoteId }, present)
    await run.remote.changeNote(remoteId, { subject: '', body: text })
    return run.tenant((tx) => links.updateLink(tx, link.id, { seen }))
  }
  // The link comes first, so that a process that dies leaves a trace of what it was adding.
  const unfinished =
    link ??
    (await run.tenant((tx) =>
      links.insertLink(tx, {
        ...{ kind, resource: 'notes', remoteId: null, localId, contactId, seen },
      }),
    ))
  if (link) await run.tenant((tx) => links.updateLink(tx, link.id, { seen }))
  const note = await run.remote.addNote({ personId, subject: '', body: text })
  await run.tenant((tx) =>
    links.updateLink(tx, unfinished.id, {
      ...{ remoteId: note.id, seen: { here, there: hashesOf({ text: storedText(note) }) } },
    }),
  )
}

/** The note of a link: null if it is gone, undefined if it was never added. */
const findPresent = (run: Run, personId: number, link: links.Link) =>
  link.remoteId ? run.remote.findNote(link.remoteId) : findSent(run, personId, link)

/** A note that a stopped process added without storing its id. */
async function findSent(run: Run, personId: number, { seen }: links.Link): Promise<RemoteNote | undefined> {
  const { items } = await run.remote.listNotes({ personId })
  for (const note of items) {
    if (hashesOf({ text: storedText(note) }).text !== seen.there?.text) continue
    if (!(await run.tenant((tx) => links.findByRemote(tx, 'notes', note.id)))) return note
  }
  return undefined
}
