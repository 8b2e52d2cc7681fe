import { isDeepStrictEqual } from 'node:util'
import type { RemoteTask } from '#domain/follow-up-boss/shapes.ts'
import { type Fields, mergeFields } from '#domain/follow-up-boss/three-way.ts'
import { lockContact } from '#server/platform/change-contact.ts'
import { addDays, americanDay, DAY_MS, endOfDay } from '#server/platform/clock.ts'
import { visibleText } from '#server/platform/visible-text.ts'
import { MAX_TASK_TITLE_LENGTH } from '../limits.ts'
import * as conflicts from '../store/conflicts.ts'
import * as links from '../store/links.ts'
import * as local from '../store/local.ts'
import { hashesOf, nextSeen, type Run, requireTurn, seenCheck, writableSides } from './run.ts'
import { adoptUnfinished, findContactOf } from './sync-notes.ts'

/** Compared fields: the title, the calendar day and whether it is done. */
export function fieldsOfTask(task: local.LocalTask): Record<string, string | null> {
  const { title, dueDate, isCompleted } = task
  return { title, day: dueDate && americanDay(new Date(dueDate)), done: isCompleted ? 'yes' : 'no' }
}

function fieldsOfRemote({ name, dueDate, isCompleted }: RemoteTask): Record<string, string | null> {
  const title = visibleText(name).replace(/\s+/g, ' ').slice(0, MAX_TASK_TITLE_LENGTH).toWellFormed()
  return { title, day: dueDate, done: isCompleted ? 'yes' : 'no' }
}

function bodyOf({ title, day, done }: Fields) {
  return {
    ...(title !== undefined && { name: title }),
    ...(day !== undefined && { dueDate: day }),
    ...(done !== undefined && { isCompleted: done === 'yes' }),
  }
}

export async function receiveTask(run: Run, task: RemoteTask): Promise<void> {
  const link = await run.tenant((tx) => links.findByRemote(tx, 'tasks', task.id))
  if (link) return mergeTask(run, link, task)
  const contactId = await findContactOf(run, task.personId)
  const fields = fieldsOfRemote(task)
  if (!contactId || !fields.title) return
  if (await adoptUnfinished(run, contactId, ['task'], { remoteId: task.id, fields })) return
  // Finished tasks of before aren't work to do.
  if (task.isCompleted || !writableSides(run, 'tasks').here) return
  const { title, day } = fields
  await run.tenant(async (tx) => {
    if (!(await lockContact(tx, contactId))) return
    const contact = await local.findContact(tx, contactId)
    if (!contact?.canContact) return
    const { id } = await run.features.tasks.addWithin(tx, run.context, {
      ...{ contactId, title, dueDate: day ? endOfDay(day) : null, kind: null },
    })
    const hashes = hashesOf(fields)
    await links.insertLink(tx, {
      ...{ kind: 'task', resource: 'tasks', remoteId: task.id, localId: id, contactId },
      seen: { here: hashes, there: hashes },
    })
  })
}

async function mergeTask(run: Run, link: links.Link, task: RemoteTask): Promise<void> {
  const { contactId, localId } = link
  if (!contactId || !localId) return
  const current = (await run.tenant((tx) => local.listTasks(tx, contactId))).find(({ id }) => id === localId)
  // A task deleted here stays deleted.
  if (!current) return
  const here = fieldsOfTask(current)
  const can = writableSides(run, 'tasks')
  const merged = mergeFields(here, fieldsOfRemote(task), {
    seen: seenCheck(link.seen),
    later: new Date(current.updatedAt) > new Date(task.updated) ? 'here' : 'there',
    can: { here: can.here, there: can.there && mayLeave(run, current) },
  })
  if (merged.conflicts.length > 0)
    await run.tenant((tx) =>
      conflicts.insertConflicts(tx, { kind: 'task', localId, contactId }, merged.conflicts),
    )
  await changeTaskHere(run, current, merged.here)
  const latest =
    Object.keys(merged.there).length > 0 ? await run.remote.changeTask(task.id, bodyOf(merged.there)) : task
  const seen = nextSeen(link.seen, { ...here, ...merged.here }, fieldsOfRemote(latest), [
    ...Object.keys(merged.here),
    ...Object.keys(merged.there),
  ])
  await run.tenant((tx) => links.updateLink(tx, link.id, { seen }))
}

/** Writes fields of a task here. */
export async function changeTaskHere(
  { features, context }: Pick<Run, 'features' | 'context'>,
  task: local.LocalTask,
  { title, day, done }: Fields,
): Promise<void> {
  if (title || day !== undefined)
    await features.tasks.update(context, task.id, {
      ...(title && { title }),
      ...(day !== undefined && { dueDate: day && dueOn(day, task) }),
    })
  if (done) await features.tasks.setStatus(context, task.id, done === 'yes' ? 'completed' : 'pending', null)
}

/** An appointment that moves to another day stays at its time; other tasks are due at the end of the day. */
function dueOn(day: string, { isAppointment, dueDate }: local.LocalTask): string {
  if (!isAppointment || !dueDate) return endOfDay(day)
  const due = new Date(dueDate)
  const days = (Date.parse(day) - Date.parse(americanDay(due))) / DAY_MS
  return addDays(due, days).toISOString()
}

/** Tasks of signals and playbooks tell of them, so they need the owner's permission. */
const mayLeave = ({ connection }: Run, { isAutomatic }: local.LocalTask) =>
  !isAutomatic || connection.sharesInsights

/** Sends what is new or changed among a contact's tasks. */
export async function sendTasks(
  run: Run,
  contactId: string,
  personId: number,
  known: readonly links.Link[],
): Promise<void> {
  if (!writableSides(run, 'tasks').there) return
  for (const task of await run.tenant((tx) => local.listTasks(tx, contactId))) {
    const link = known.find(({ kind, localId }) => kind === 'task' && localId === task.id)
    const isSkipped = !mayLeave(run, task) || (link ? link.isGone : task.isCompleted)
    const isSent = link?.remoteId && isDeepStrictEqual(link.seen.here, hashesOf(fieldsOfTask(task)))
    if (isSkipped || isSent) continue
    await requireTurn(run)
    if (link?.remoteId) await sendChanged(run, link, link.remoteId)
    else await sendNew(run, { contactId, personId, task, link })
  }
}

async function sendChanged(run: Run, link: links.Link, remoteId: number): Promise<void> {
  const remote = await run.remote.findTask(remoteId)
  if (remote) await mergeTask(run, link, remote)
  else await run.tenant((tx) => links.updateLink(tx, link.id, { isGone: true }))
}

type NewTask = { contactId: string; personId: number; task: local.LocalTask; link: links.Link | undefined }

/** Adds a task there. Its link comes first, so that a process that dies leaves a trace of what it was adding. */
async function sendNew(run: Run, { contactId, personId, task, link }: NewTask): Promise<void> {
  const sent = link ? await findSent(run, personId, link) : undefined
  if (link && sent) {
    // The task may have changed here since it was sent.
    await run.tenant((tx) => links.updateLink(tx, link.id, { remoteId: sent.id }))
    return mergeTask(run, { ...link, remoteId: sent.id }, sent)
  }
  const fields = fieldsOfTask(task)
  const here = hashesOf(fields)
  const seen = { here, there: here }
  const unfinished =
    link ??
    (await run.tenant((tx) =>
      links.insertLink(tx, {
        ...{ kind: 'task', resource: 'tasks', remoteId: null, localId: task.id, contactId },
        seen,
      }),
    ))
  if (link) await run.tenant((tx) => links.updateLink(tx, link.id, { seen }))
  const remote = await run.remote.addTask({ personId, type: 'Follow Up', ...bodyOf(fields) })
  await run.tenant((tx) =>
    links.updateLink(tx, unfinished.id, {
      ...{ remoteId: remote.id, seen: { here, there: hashesOf(fieldsOfRemote(remote)) } },
    }),
  )
}

/** A task that a stopped process added without storing its id. */
async function findSent(run: Run, personId: number, { seen }: links.Link): Promise<RemoteTask | undefined> {
  const { items } = await run.remote.listTasks({ personId })
  for (const task of items) {
    if (!isDeepStrictEqual(hashesOf(fieldsOfRemote(task)), seen.there)) continue
    if (!(await run.tenant((tx) => links.findByRemote(tx, 'tasks', task.id)))) return task
  }
  return undefined
}
