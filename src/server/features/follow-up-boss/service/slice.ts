import { SYNC_STAGES, type SyncStage } from '#contract/follow-up-boss.ts'
import { AppError, errorKindOf } from '#server/platform/errors.ts'
import { RemoteError } from '#server/platform/follow-up-boss/client.ts'
import * as limits from '../limits.ts'
import * as connections from '../store/connections.ts'
import * as links from '../store/links.ts'
import * as local from '../store/local.ts'
import * as queue from '../store/queue.ts'
import type { RemotePage } from './remote.ts'
import { type Run, requireTime, SliceOver, writableSides } from './run.ts'
import { receiveEvent, receiveNote, sendNotes } from './sync-notes.ts'
import { receiveGone, receivePerson, sendPerson } from './sync-person.ts'
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
    requireTime(run)
    const { next, received, skipped } = await importPage(run, stage, cursor)
    stage = next === null ? stageAfter(stage) : stage
    cursor = next
    const progress = { stage, cursor, received, skipped }
    await run.tenant((tx) => connections.setStage(tx, progress))
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
      if ((await attempt(run, () => receivePerson(run, person))) === 'unnamed') skipped += 1
    }
    return { next: page.next, received: page.items.length, skipped }
  }
  if (stage === 'notes') return importItems(run, 'notes', cursor, remote.listNotes(query), receiveNote)
  if (stage === 'tasks') return importItems(run, 'tasks', cursor, remote.listTasks(query), receiveTask)
  if (stage === 'events') return importItems(run, 'events', cursor, remote.listEvents(query), receiveEvent)
  await run.tenant(queue.addAllContacts)
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
  for (const item of page.items.toReversed()) await attempt(run, () => receive(run, item))
  return { next: page.next, received: page.items.length, skipped: 0 }
}

/** Polling goes on from the change that was the latest when the import began. */
async function markLatestPerson({ remote, tenant }: Run): Promise<void> {
  const { items } = await remote.listPeople({ sort: '-updated', limit: 1 })
  await tenant((tx) => connections.setSeen(tx, { people: items[0]?.updated ?? '' }, true))
}

/** One object of a page that can't be stored doesn't stop the others. */
async function attempt<T>(run: Run, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (isOfConnection(error)) throw error
    run.log.warn({ err: errorKindOf(error), organizationId: run.organizationId }, 'An object was not synced')
    return null
  }
}

/** Asks for what changed since the last time, in case a webhook was missed. */
async function poll(run: Run): Promise<void> {
  const { remote, connection } = run
  const { people: since = '' } = connection.seen
  let latest = since
  for await (const person of eachItem((next) => remote.listPeople({ next, sort: '-updated' }))) {
    if (person.updated < since) break
    if (person.updated > latest) latest = person.updated
    await attempt(run, () => receivePerson(run, person))
  }
  const notes = await pollNew(run, 'notes', (next) => remote.listNotes({ next }), receiveNote)
  const tasks = await pollNew(run, 'tasks', (next) => remote.listTasks({ next }), receiveTask)
  const events = await pollNew(run, 'events', (next) => remote.listEvents({ next }), receiveEvent)
  await run.tenant((tx) => connections.setSeen(tx, { people: latest, notes, tasks, events }, true))
}

/** Receives what was added since the last time. @returns the newest id */
async function pollNew<T extends { id: number }>(
  run: Run,
  resource: 'notes' | 'tasks' | 'events',
  read: (next: string | undefined) => Promise<RemotePage<T>>,
  receive: (run: Run, item: T) => Promise<unknown>,
): Promise<number> {
  const { [resource]: since = 0 } = run.connection.seen
  let newest = since
  for await (const item of eachItem(read)) {
    if (item.id <= since) break
    newest = Math.max(newest, item.id)
    await attempt(run, () => receive(run, item))
  }
  return newest
}

/** The items of several pages. */
async function* eachItem<T>(read: (next: string | undefined) => Promise<RemotePage<T>>): AsyncGenerator<T> {
  let next: string | undefined
  for (let page = 0; page < limits.MAX_POLL_PAGES; page += 1) {
    const { items, next: following } = await read(next)
    yield* items
    if (following === null) return
    next = following
  }
}

/** Works through changes that wait. @returns true if more are due */
async function workQueue(run: Run): Promise<boolean> {
  for (;;) {
    const items = await run.tenant((tx) => queue.listDue(tx, limits.QUEUE_BATCH))
    for (const item of items) {
      requireTime(run)
      await workItem(run, item)
    }
    if (items.length < limits.QUEUE_BATCH) return false
  }
}

async function workItem(run: Run, item: queue.QueueItem): Promise<void> {
  try {
    if (item.localId) await sendContact(run, item.localId)
    else if (item.resource && item.remoteId) await receive(run, item.resource, item.remoteId)
    await run.tenant((tx) => queue.remove(tx, item.ids))
  } catch (error) {
    if (isOfConnection(error)) throw error
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

/** Sends what changed here: the contact, then what belongs to it. */
async function sendContact(run: Run, contactId: string): Promise<void> {
  const contact = await run.tenant((tx) => local.findContact(tx, contactId))
  if (!contact) {
    await run.tenant(links.forgetDeleted)
    return
  }
  const before = await run.tenant((tx) => links.listOfContact(tx, contactId))
  const link = before.find(({ kind, localId }) => kind === 'person' && localId === contactId)
  const personId = await sendPerson(run, contactId, contact, link)
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
    if (event) await withPerson(run, event.personId, () => receiveEvent(run, event))
  }
}

/** Receives a person first whom we don't know yet, since webhooks come in any order. */
async function withPerson(run: Run, personId: number, work: () => Promise<void>): Promise<void> {
  const isKnown = await run.tenant((tx) => links.findByRemote(tx, 'people', personId))
  if (!isKnown && writableSides(run, 'people').here) {
    const person = await run.remote.findPerson(personId)
    if (person) await receivePerson(run, person)
  }
  await work()
}
