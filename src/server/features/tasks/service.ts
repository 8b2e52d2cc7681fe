import type { Task } from '#contract/tasks.ts'
import type { NewTask } from '#domain/signals/tasks.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

/** What is to be done about a contact. */
export function tasksService({ db, events }: Pick<Platform, 'db' | 'events'>) {
  return {
    /** Part of the caller's transaction. */
    listForContact: (tx: TenantTx, contactId: string): Promise<Task[]> => store.listForContact(tx, contactId),

    /** Adds what signals ask for; a task whose key the contact has had before is not made again. */
    addAutomatic: async (tx: TenantTx, contactId: string, tasks: readonly NewTask[]): Promise<number> =>
      tasks.length === 0 ? 0 : store.insertAutomatic(tx, contactId, tasks),

    /** @throws {AppError} not_found */
    async setStatus(
      context: Context,
      taskId: string,
      status: Task['status'],
      completedAt: string | null,
    ): Promise<Task> {
      return db.tenant(context.organizationId, async (tx) => {
        const task = await store.setStatus(tx, taskId, status, completedAt)
        if (!task) throw notFound('Task')
        await audit(tx, { ...context, action: 'task.status-set', subject: taskId, details: { status } })
        await events.publish(tx, context.organizationId, {
          type: 'contact.changed',
          contactId: task.contactId,
        })
        return task
      })
    },
  }
}
export type TasksService = ReturnType<typeof tasksService>
