import { z } from 'zod'
import type {
  NewTaskInput,
  PreviousAssignment,
  Task,
  TaskChanges,
  TaskKind,
  TaskView,
} from '#contract/tasks.ts'
import type { MembershipsService } from '#server/features/memberships/service.ts'
import { restrictedMember } from '#server/platform/acting-member.ts'
import { refreshMilestones } from '#server/platform/analytics-facts.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { type Emission, emit } from '#server/platform/emit.ts'
import { AppError, fieldError, notFound } from '#server/platform/errors.ts'
import { type ListOrder, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as read from './store/read-tasks.ts'
import * as write from './store/write-tasks.ts'

/** Microseconds of every possible task date are exact as a number. */
const DUE_ORDER: ListOrder<read.TaskCursorKey, read.TaskCursorKey> = {
  shape: z.object({ sortedBy: z.number().int().nullable(), id: z.uuid() }),
  keyOf: ({ sortedBy, id }) => ({ sortedBy, id }),
}

/** Tasks of contacts. */
export function tasksService(
  { db, events, clock }: Pick<Platform, 'db' | 'events' | 'clock'>,
  {
    memberships,
  }: { memberships: Pick<MembershipsService, 'isMember' | 'listHiddenContacts' | 'lockOnlyMember'> },
) {
  /** @throws {AppError} invalid unless the user is a member */
  async function requireMember(tx: TenantTx, userId: string | null | undefined): Promise<void> {
    if (!userId || (await memberships.isMember(tx, userId))) return
    throw fieldError('invalid', 'assignedTo', 'Choose a member of your organization')
  }

  /** @throws {AppError} invalid if the assignee doesn't see the contact, since the task would be hidden from them */
  async function requireVisible(
    tx: TenantTx,
    userId: string | null | undefined,
    contactId: string,
  ): Promise<void> {
    if ((await visibleTo(tx, userId, [contactId])).length > 0) return
    const advice = restrictedMember(tx.organizationId)
      ? 'Ask an administrator to assign it to them first.'
      : 'Assign it to them first.'
    throw fieldError('invalid', 'assignedTo', `This member doesn't see the contact. ${advice}`)
  }

  /** The contacts whose tasks the user can have: all without a user. */
  async function visibleTo(
    tx: TenantTx,
    userId: string | null | undefined,
    contactIds: readonly string[],
  ): Promise<string[]> {
    const hidden = new Set(userId ? await memberships.listHiddenContacts(tx, userId, contactIds) : [])
    return contactIds.filter((id) => !hidden.has(id.toLowerCase()))
  }

  /** Records the next due date, audit entry and live event of a change, in its transaction. */
  async function recordChange(
    tx: TenantTx,
    context: Context,
    task: Pick<Task, 'id' | 'contactId'>,
    action: string,
    details?: Record<string, string>,
  ): Promise<void> {
    await write.updateNextDue(tx, [task.contactId])
    // Completed appointments are milestones.
    await refreshMilestones(tx, [task.contactId])
    await audit(tx, { ...context, action, subject: task.id, details })
    await emit(tx, emissionOf(task, action, details))
    events.publish(tx, context.organizationId, { type: 'contact.changed', contactId: task.contactId })
  }

  async function update(tx: TenantTx, context: Context, taskId: string, changes: TaskChanges): Promise<Task> {
    await requireMember(tx, changes.assignedTo)
    const [before] = changes.assignedTo ? await read.listByIds(tx, [taskId]) : []
    if (before && before.assignedTo !== changes.assignedTo?.toLowerCase())
      await requireVisible(tx, changes.assignedTo, before.contactId)
    const task = await write.updateTask(tx, taskId, changes)
    if (!task) throw notFound('Task')
    const fields = Object.keys(changes).sort().join(' ')
    await recordChange(tx, context, task, 'task.changed', { fields })
    return task
  }

  async function setStatus(
    tx: TenantTx,
    context: Context,
    taskId: string,
    { status, completedAt }: NewStatus,
  ): Promise<Task> {
    const task = await write.setStatus(tx, taskId, status, completedAt)
    if (!task) throw notFound('Task')
    await recordChange(tx, context, task, 'task.status-set', { status })
    return task
  }

  async function recordAssignment(tx: TenantTx, context: Context, tasks: number): Promise<void> {
    await audit(tx, { ...context, action: 'tasks.assigned', details: { tasks } })
    events.publish(tx, context.organizationId, { type: 'contacts.changed' })
  }

  const viewerOf = (context: Context) => ({ userId: userIdOf(context), now: clock.now() })

  return {
    followOwners: write.followOwners,

    /**
     * Gives open tasks that their assignee can't see to the contact's owner, or to no one; part of a transaction that
     * changes who sees the contacts, or what the members see.
     */
    releaseHidden: write.releaseHidden,

    /** Part of the caller's transaction. */
    listForContact: read.listForContact,

    /**
     * Adds automatic tasks, assigned to the only member of an organization or left unassigned in a team. Tasks whose
     * key the contact already had are skipped. Part of the caller's transaction, which stores the next due date on
     * the contacts.
     *
     * @returns the earliest due date of new tasks by contact
     */
    async addAutomatic(tx: TenantTx, lists: readonly write.AutomaticTasks[]): Promise<Map<string, string>> {
      const nonEmpty = lists.filter(({ tasks }) => tasks.length > 0)
      const newTasks =
        nonEmpty.length === 0
          ? []
          : await write.insertAutomatic(tx, nonEmpty, await memberships.lockOnlyMember(tx))
      const earliest = new Map<string, string>()
      for (const { contactId, dueDate } of newTasks) {
        const current = earliest.get(contactId)
        if (current === undefined || dueDate < current) earliest.set(contactId, dueDate)
      }
      return earliest
    },

    /** Deletes open automatic tasks. Part of the caller's transaction. @returns the number of tasks */
    async removeOpenAutomatic(tx: TenantTx, contactId: string): Promise<number> {
      const removed = await write.deleteOpenAutomatic(tx, contactId)
      if (removed > 0) await write.updateNextDue(tx, [contactId])
      return removed
    },

    /** Call it after tasks moved to another contact; part of the caller's transaction. */
    updateNextDue: write.updateNextDue,

    /** Open tasks due in (after, until], by id from `lastId` on. */
    listDue: read.listDue,

    /** Open tasks for a calendar; part of the caller's transaction. */
    listForCalendar: read.listForCalendar,

    /** Organizations with open tasks due in (after, until]. */
    listOrganizationsWithDue: (after: Date, until: Date) => read.listOrganizationsWithDue(db, after, until),

    /** Adds a playbook's tasks to each contact that may be contacted and doesn't have them yet. */
    async addFromPlaybook(...[tx, order]: Parameters<typeof write.insertFromPlaybook>): Promise<string[]> {
      const contactIds = await write.insertFromPlaybook(tx, order)
      if (contactIds.length > 0) await write.updateNextDue(tx, [...new Set(contactIds)])
      return contactIds
    },

    /**
     * Assigns the open tasks of contacts to a member, or unassigns them with null, except those of contacts that the member
     * doesn't see. Part of the caller's transaction.
     *
     * @returns the previous assignments
     * @throws {AppError} invalid unless the user is a member
     */
    async assignOpen(tx: TenantTx, context: Context, contactIds: readonly string[], userId: string | null) {
      await requireMember(tx, userId)
      const previous = await write.assignOpen(tx, await visibleTo(tx, userId, contactIds), userId)
      await recordAssignment(tx, context, previous.length)
      return previous
    },

    /** Assigns each task to the given user if they see the contact; also undoes an assignment. @throws {AppError} not_found, invalid */
    assign: (context: Context, assignments: readonly PreviousAssignment[]): Promise<number> =>
      db.tenant(context.organizationId, async (tx) => {
        // Memberships are locked before tasks, as a removal of a member does.
        for (const userId of new Set(assignments.map(({ assignedTo }) => assignedTo))) {
          await requireMember(tx, userId)
        }
        const assigned = await write.assign(tx, assignments)
        if (assigned === 0) throw notFound('Task')
        await write.releaseHidden(tx, { taskIds: assignments.map(({ taskId }) => taskId) })
        await refreshMilestones(tx, await write.listContactsOf(tx, assignments))
        await recordAssignment(tx, context, assigned)
        return assigned
      }),

    /**
     * Unassigns tasks of someone who left the organization; a single remaining member gets the unassigned automatic
     * tasks. Part of the caller's transaction. @returns the number of unassigned tasks
     */
    async unassign(tx: TenantTx, context: Context, userId: string): Promise<number> {
      const contactIds = await write.unassign(tx, userId)
      const unassigned = contactIds.length
      await refreshMilestones(tx, [...new Set(contactIds)])
      const onlyMember = await memberships.lockOnlyMember(tx)
      if (onlyMember) await write.assignAutomatic(tx, onlyMember)
      if (unassigned > 0) await recordAssignment(tx, context, unassigned)
      return unassigned
    },

    /** A page of a view with its total. */
    list(context: Context, { view, ...query }: PageQuery & { view: TaskView }) {
      const viewer = viewerOf(context)
      return db.tenant(context.organizationId, async (tx) => {
        const page = await readPage(DUE_ORDER, query, (range) =>
          read.listTasks(tx, { ...viewer, view }, range),
        )
        const isComplete = !query.cursor && !page.next
        const total = isComplete ? page.items.length : (await read.countTasks(tx, viewer))[view]
        return { ...page, total }
      })
    },

    countByView: (context: Context): Promise<Record<TaskView, number>> =>
      db.tenant(context.organizationId, (tx) => read.countTasks(tx, viewerOf(context))),

    /** Tasks with these ids; part of the caller's transaction. */
    listByIds: read.listByIds,

    /** Adds a task of the caller for a contact; part of the caller's transaction, which locked the contact. */
    async addWithin(
      tx: TenantTx,
      context: Context,
      {
        kind,
        ...task
      }: Pick<NewTaskInput, 'contactId' | 'title'> & { dueDate: string | null; kind: TaskKind | null },
    ): Promise<Task> {
      const assignedTo = userIdOf(context)
      const newTask = await write.insertTask(
        tx,
        { ...task, assignedTo, priority: 'medium', description: null },
        kind,
      )
      await recordChange(tx, context, newTask, 'task.added')
      return newTask
    },

    /**
     * Adds the same task to contacts that may be contacted; part of the caller's transaction. @returns how many got it
     *
     * @throws {AppError} invalid unless the assignee is a member
     */
    async addToMany(
      tx: TenantTx,
      context: Context,
      contactIds: readonly string[],
      task: Omit<NewTaskInput, 'contactId'>,
    ): Promise<number> {
      await requireMember(tx, task.assignedTo)
      const visibleIds = await visibleTo(tx, task.assignedTo, contactIds)
      const contactIdsWithTask = await write.insertForMany(tx, visibleIds, task)
      await write.updateNextDue(tx, contactIdsWithTask)
      await audit(tx, { ...context, action: 'tasks.added', details: { tasks: contactIdsWithTask.length } })
      events.publish(tx, context.organizationId, { type: 'contacts.changed' })
      return contactIdsWithTask.length
    },

    /** @throws {AppError} not_found, conflict for a contact marked do not contact, invalid */
    add: (context: Context, input: NewTaskInput): Promise<Task> =>
      db.tenant(context.organizationId, async (tx) => {
        const contact = await write.lockContact(tx, input.contactId)
        if (!contact) throw notFound('Contact')
        if (contact.doNotContact)
          throw new AppError('conflict', "This contact is marked do not contact, so you can't add tasks")
        await requireMember(tx, input.assignedTo)
        await requireVisible(tx, input.assignedTo, input.contactId)
        const task = await write.insertTask(tx, input)
        await recordChange(tx, context, task, 'task.added')
        return task
      }),

    /** @throws {AppError} not_found, invalid */
    update: (context: Context, taskId: string, changes: TaskChanges): Promise<Task> =>
      db.tenant(context.organizationId, (tx) => update(tx, context, taskId, changes)),

    /** @throws {AppError} not_found */
    setStatus: (
      context: Context,
      taskId: string,
      status: Task['status'],
      completedAt: string | null,
    ): Promise<Task> =>
      db.tenant(context.organizationId, (tx) => setStatus(tx, context, taskId, { status, completedAt })),

    /** Changes fields and the status together. @throws {AppError} not_found, invalid */
    save: (context: Context, taskId: string, changes: TaskChanges, newStatus: NewStatus): Promise<Task> =>
      db.tenant(context.organizationId, async (tx) => {
        await update(tx, context, taskId, changes)
        return setStatus(tx, context, taskId, newStatus)
      }),

    /** @throws {AppError} not_found */
    remove: (context: Context, taskId: string): Promise<void> =>
      db.tenant(context.organizationId, async (tx) => {
        const contactId = await write.deleteTask(tx, taskId)
        if (!contactId) throw notFound('Task')
        await recordChange(tx, context, { id: taskId, contactId }, 'task.deleted')
      }),
  }
}
export type TasksService = ReturnType<typeof tasksService>

type NewStatus = { status: Task['status']; completedAt: string | null }

/** The event of a change of one task. */
function emissionOf(
  { id, contactId }: Pick<Task, 'id' | 'contactId'>,
  action: string,
  details: Record<string, string> = {},
): Emission {
  const objects = { ids: [id], contactIds: [contactId] }
  if (action === 'task.added') return { type: 'task.created', ...objects }
  if (details.status === 'completed') return { type: 'task.completed', ...objects }
  if (action === 'task.deleted') return { type: 'task.updated', ...objects, changed: ['deleted'] }
  return { type: 'task.updated', ...objects, changed: details.fields?.split(' ') ?? ['status'] }
}
