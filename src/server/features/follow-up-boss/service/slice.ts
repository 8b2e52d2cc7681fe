import { SYNC_STAGES, type SyncStage } from '#contract/follow-up-boss.ts'
import { UNSUBSCRIBED_EVENT } from '#domain/follow-up-boss/restrictions.ts'
import { AppError, errorKindOf } from '#server/platform/errors.ts'
import { RemoteError } from '#server/platform/follow-up-boss/client.ts'
import * as limits from '../limits.ts'
import * as connections from '../store/connections.ts'
import * as links from '../store/links.ts'
import * as local from '../store/local.ts'
import * as queue from '../store/queue.ts'
import { subscribe } from './hooks.ts'
import { findSamePeople } from './person-links.ts'
import type { RemotePage } from './remote.ts'
import { type Run, requireLease, requireTurn, SliceOver, writableSides } from './run.ts'
import { receiveEvent } from './sync-events.ts'
import { receiveNote, sendNotes } from './sync-notes.ts'
import { adoptPerson, receiveGone, receivePerson, sendPerson, sendRestrictions } from './sync-person.ts'
import { receiveTask, sendTasks } from './sync-tasks.ts'

/** Works until nothing is left or the slice is over. @returns true if work may be left @throws {RemoteError} */
export async function runSlice(run: Run): Promise<boolean> {
  try {
    if (run.connection.stage !== 'done') return await importAll(run)
    if (run.connection.isPollDue) await poll(run)
    return await workQueue(run)
  } catch (error) {
    if (error instanceof SliceOver) return true
    throw error
  }
}

/** The first import: what is there, page by page, then what is only here. */
async function importAll(run: Run): Promise<boolean> {
  const { connection } = run
  let { stage, stageCursor: cursor } = connection
  while (stage !== 'done') {
    await requireTurn(run)
    const { next, received, skipped } = await importPage(run, stage, cursor)
    stage = next === null ? stageAfter(stage) : stage
    cursor = next
    const progress = { stage, cursor, received, skipped }
    // An owner who let more come in meanwhile has started it again.
    if (!(await run.tenant((tx) => connections.setStage(tx, progress, connection.directions))))
      throw new SliceOver('The import was started again')
  }
  return true
}

const stageAfter = (stage: SyncStage): SyncStage => SYNC_STAGES[SYNC_STAGES.indexOf(stage) + 1] ?? 'done'

type ImportedPage = { next: string | null; received: number; skipped: number }
const NOTHING: ImportedPage = { next: null, received: 0, skipped: 0 }

async function importPage(run: Run, stage: SyncStage, cursor: string | null): Promise<ImportedPage> {
  const { remote } = run
  const query = { next: cursor ?? undefined }
  if (stage === 'people') {
    if (cursor === null) await markLatestPerson(run)
    const page = await remote.listPeople(query)
    let skipped = 0
    for (const person of page.items) {
      if ((await attempt(run, 'people', person.id, () => receivePerson(run, person))) === 'unnamed')
        skipped += 1
    }
    return { next: page.next, received: page.items.length, skipped }
  }
  if (stage === 'notes') return importItems(run, 'notes', cursor, remote.listNotes(query), receiveNote)
  if (stage === 'tasks') return importItems(run, 'tasks', cursor, remote.listTasks(query), receiveTask)
  if (stage === 'events') return importItems(run, 'events', cursor, remote.listEvents(query), receiveEvent)
  await run.tenant((tx) => queue.addAllContacts(tx))
  return NOTHING
}

async function importItems<T extends { id: number }>(
  run: Run,
  resource: 'notes' | 'tasks' | 'events',
  cursor: string | null,
  reading: Promise<RemotePage<T>>,
  receive: (run: Run, item: T) => Promise<unknown>,
): Promise<ImportedPage> {
  const page = await reading
  const [newest] = page.items
  if (cursor === null && newest)
    await run.tenant((tx) => connections.setSeen(tx, { [resource]: newest.id }, false))
  // Oldest first, so that they keep their order here.
  for (const item of page.items.toReversed()) await attempt(run, resource, item.id, () => receive(run, item))
  return { next: page.next, received: page.items.length, skipped: 0 }
}

/** Polling goes on from the change that was the latest when the import began. */
async function markLatestPerson({ remote, tenant }: Run): Promise<void> {
  const { items } = await remote.listPeople({ sort: '-updated', limit: 1 })
  await tenant((tx) => connections.setSeen(tx, { people: items[0]?.updated ?? '' }, true))
}

/** One object of a page that can't be stored doesn't stop the others; the queue tries it again. */
async function attempt<T>(
  run: Run,
  resource: links.Resource,
  id: number,
  work: () => Promise<T>,
): Promise<T | null> {
  await requireLease(run)
  try {
    return await work()
  } catch (error) {
    if (isOfConnection(error)) throw error
    await run.tenant((tx) => queue.addRemote(tx, resource, [id]))
    return null
  }
}

/** Queues what changed since the last time, in case a webhook was missed. */
async function poll(run: Run): Promise<void> {
  const { remote, connection } = run
  if (!connection.hasHooks && (await subscribe(remote, run.hookUrl)))
    await run.tenant((tx) => connections.setHooks(tx, true))
  // Several people may have changed at the latest time.
  await pollResource(run, 'people', (next) => remote.listPeople({ next, sort: '-updated' }), {
    markOf: ({ updated }) => updated,
    isNew: (mark, since) => since === undefined || mark >= since,
  })
  const byId = {
    markOf: ({ id }: { id: number }) => id,
    isNew: (id: number, since: number | undefined) => since === undefined || id > since,
  }
  await pollResource(run, 'notes', (next) => remote.listNotes({ next }), byId)
  await pollResource(run, 'tasks', (next) => remote.listTasks({ next }), byId)
  await pollResource(run, 'events', (next) => remote.listEvents({ next }), byId)
  await run.tenant((tx) => connections.setSeen(tx, {}, true))
}

type Marks<T, Mark> = { markOf(item: T): Mark; isNew(mark: Mark, since: Mark | undefined): boolean }

/** Reads pages until all that is new is queued. Each page is remembered, so that a poll that is cut short goes on after it. */
async function pollResource<T extends { id: number }, Mark extends string | number>(
  run: Run,
  resource: links.Resource,
  read: (next: string | undefined) => Promise<RemotePage<T>>,
  { markOf, isNew }: Marks<T, Mark>,
): Promise<void> {
  const { unfinished, [resource]: stored } = run.connection.seen
  const since = stored as Mark | undefined
  const begun = unfinished?.resource === resource ? unfinished : null
  let next: string | null | undefined = begun?.next
  let newest = (begun?.newest as Mark | undefined) ?? since
  do {
    await requireTurn(run)
    const page: RemotePage<T> = await read(next).catch(async (error: unknown) => {
      // The page may no longer exist, so the next poll begins with the first one.
      if (begun && error instanceof RemoteError && !isOfConnection(error))
        await run.tenant((tx) => connections.setSeen(tx, { unfinished: null }, false))
      throw error
    })
    const fresh = page.items.filter((item) => isNew(markOf(item), since))
    for (const mark of fresh.map(markOf)) if (newest === undefined || mark > newest) newest = mark
    next = fresh.length < page.items.length ? null : page.next
    const marks = { ...(next === null && newest !== undefined && { [resource]: newest }) }
    const rest = next === null || newest === undefined ? null : { resource, next, newest }
    await run.tenant(async (tx) => {
      // Oldest first, so that they keep their order here.
      const ids = fresh.map(({ id }) => id).toReversed()
      await queue.addRemote(tx, resource, ids)
      await connections.setSeen(tx, { ...marks, unfinished: rest }, false)
    })
  } while (next !== null)
}

/** Works through changes that wait. @returns true if more are due */
async function workQueue(run: Run): Promise<boolean> {
  for (;;) {
    const items = await run.tenant((tx) => queue.listDue(tx, limits.QUEUE_BATCH))
    for (const item of items) {
      await requireTurn(run)
      await workItem(run, item)
    }
    if (items.length < limits.QUEUE_BATCH) return false
  }
}

async function workItem(run: Run, item: queue.QueueItem): Promise<void> {
  await run.tenant((tx) => queue.claim(tx, item.ids))
  try {
    if (item.localId) await sendContact(run, item.localId, item.changesFields)
    else if (item.resource && item.remoteId) await receive(run, item.resource, item.remoteId)
    await run.tenant((tx) => queue.remove(tx, item.ids))
  } catch (error) {
    if (isOfConnection(error)) {
      await run.tenant((tx) => queue.release(tx, item.ids))
      throw error
    }
    const seconds = limits.RETRY_SECONDS[item.attempts] ?? null
    const problem = problemOf(error)
    if (seconds === null)
      run.log.warn({ err: errorKindOf(error), organizationId: run.organizationId }, 'A change was not synced')
    await run.tenant((tx) => queue.postpone(tx, item.ids, { seconds, problem }))
  }
}

/** Errors that concern more than one object. */
function isOfConnection(error: unknown): boolean {
  if (error instanceof SliceOver) return true
  return error instanceof RemoteError && error.reason !== 'missing' && error.reason !== 'rejected'
}

function problemOf(error: unknown): string {
  if (error instanceof RemoteError) return "Follow Up Boss didn't accept the change."
  return error instanceof AppError ? error.message.slice(0, 200) : 'Something went wrong on our side.'
}

/** Sends what changed here: the contact, then what belongs to it. One without a link may be there already. */
async function sendContact(run: Run, contactId: string, changesFields: boolean): Promise<void> {
  const contact = await run.tenant((tx) => local.findContact(tx, contactId))
  if (!contact) {
    await run.tenant(links.forgetDeleted)
    return
  }
  const before = await run.tenant((tx) => links.listOfContact(tx, contactId))
  const people = before.filter(({ kind }) => kind === 'person' || kind === 'restrictions')
  const link =
    people.find(({ localId }) => localId === contactId) ?? (await adoptPerson(run, contactId, people))
  const personId = await sendPerson(run, contactId, contact, link)
  for (const other of people) if (other.id !== link?.id) await sendRestrictions(run, other, contact)
  if (personId === null && changesFields && people.length === 0)
    for (const person of await findSamePeople(run, contact)) await receivePerson(run, person)
  if (personId === null) return
  const known = await run.tenant((tx) => links.listOfContact(tx, contactId))
  await sendNotes(run, contactId, personId, known)
  await sendTasks(run, contactId, personId, known)
}

/** Reads what changed there, which may be gone. */
async function receive(run: Run, resource: links.Resource, remoteId: number): Promise<void> {
  const { remote } = run
  if (resource === 'people') {
    const person = await remote.findPerson(remoteId)
    await (person ? receivePerson(run, person) : receiveGone(run, remoteId))
    return
  }
  if (resource === 'notes') {
    const note = await remote.findNote(remoteId)
    if (note) await withPerson(run, note.personId, () => receiveNote(run, note))
  }
  if (resource === 'tasks') {
    const task = await remote.findTask(remoteId)
    if (task) await withPerson(run, task.personId, () => receiveTask(run, task))
  }
  if (resource === 'events') {
    const event = await remote.findEvent(remoteId)
    const isOptOut = event?.type === UNSUBSCRIBED_EVENT
    if (event) await withPerson(run, event.personId, () => receiveEvent(run, event), isOptOut)
  }
}

/** Receives a person first whom we don't know yet, since webhooks come in any order. */
async function withPerson(
  run: Run,
  personId: number,
  work: () => Promise<void>,
  isRestriction = false,
): Promise<void> {
  const isKnown = await run.tenant((tx) => links.findByRemote(tx, 'people', personId))
  if (!isKnown && (isRestriction || writableSides(run, 'people').here)) {
    const person = await run.remote.findPerson(personId)
    if (person) await receivePerson(run, person)
  }
  await work()
}
