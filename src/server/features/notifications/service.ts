import { UNREAD_MAX } from '#contract/notifications.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from './policy.ts'
import * as texts from './service/texts.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000

/** What the product tells people on its own account. Verbs that take a transaction become part of it. */
export function notificationsService(
  { db, events, clock }: Pick<Platform, 'db' | 'events' | 'clock'>,
  { tasks }: { tasks: TasksService },
) {
  async function addNotifications(tx: TenantTx, told: readonly texts.NotificationText[]): Promise<void> {
    const added = await store.insertNotifications(
      tx,
      told.map((each) => ({ ...each, id: newId(clock.now().getTime()) })),
    )
    if (added > 0) events.publish(tx, tx.organizationId, { type: 'notifications.changed' })
  }

  /** Tells of the tasks of one organization whose day has passed; each once. */
  async function notifyOverdue(organizationId: OrganizationId, after: Date, until: Date): Promise<void> {
    for (let last: string | null = null; ; ) {
      const overdue = await db.tenant(organizationId, async (tx) => {
        const found = await tasks.listDue(tx, { after, until, lastId: last, limit: policy.BATCH })
        await addNotifications(tx, found.map(texts.taskOverdue))
        return found
      })
      if (overdue.length < policy.BATCH) return
      last = overdue.at(-1)?.id ?? null
    }
  }

  return {
    /** A look-up brought signals that were not known of a contact. */
    newSignals: (tx: TenantTx, news: texts.NewSignalsEvent) => addNotifications(tx, [texts.newSignals(news)]),

    /** A contact's name and year of birth are like those of a new entry of the screening list. */
    possibleMatch: (tx: TenantTx, news: texts.PossibleMatchEvent) =>
      addNotifications(tx, [texts.possibleMatch(news)]),

    /** All that can be looked up of an import now was: one summary instead of hundreds. */
    importSignals: (tx: TenantTx, news: texts.ImportSignalsEvent) =>
      addNotifications(tx, [texts.importSignals(news)]),

    importFinished: (tx: TenantTx, ended: texts.FinishedImport) =>
      addNotifications(tx, [texts.importFinished(ended)]),

    importFailed: (tx: TenantTx, ended: Pick<texts.FinishedImport, 'importId' | 'userId'>) =>
      addNotifications(tx, [texts.importFailed(ended)]),

    /** Who asked for an archive can fetch it. */
    exportReady: (tx: TenantTx, ready: texts.ReadyExport) => addNotifications(tx, [texts.exportReady(ready)]),

    /** Little is left of a grant of credits; once a grant. */
    creditsLow: (tx: TenantTx, low: texts.LowCredits) => addNotifications(tx, [texts.creditsLow(low)]),

    /** What an organization pays has changed: to its owners alone. */
    async billing(tx: TenantTx, news: texts.BillingEvent): Promise<void> {
      const owners = await store.listOwners(tx)
      await addNotifications(
        tx,
        owners.map((userId) => texts.billingChanged(news, userId)),
      )
    },

    /** Tells of all tasks that became overdue lately, in every organization. */
    async notifyAllOverdue(signal?: AbortSignal): Promise<void> {
      const until = clock.now()
      const after = new Date(until.getTime() - policy.OVERDUE_WINDOW_DAYS * DAY_MS)
      for (const organizationId of await tasks.organizationsWithDue(after, until)) {
        if (signal?.aborted) return
        await notifyOverdue(organizationId, after, until)
      }
    },

    /** Newest first; `next` is null on the last page. */
    async list(context: Context, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
      const userId = readerOf(context)
      return db.tenant(context.organizationId, async (tx) => {
        const found = await store.listFor(tx, userId, { limit: limit + 1, after: cursor ?? null })
        const items = found.slice(0, limit)
        return {
          items,
          unread: await store.countUnread(tx, userId, UNREAD_MAX),
          next: found.length > limit ? (items.at(-1)?.id ?? null) : null,
        }
      })
    },

    /** Marks as read for the caller alone; null means all. Ids of nobody and of others change nothing. */
    async markRead(context: Context, ids: readonly string[] | null): Promise<{ unread: number }> {
      const userId = readerOf(context)
      return db.tenant(context.organizationId, async (tx) => {
        if ((await store.markRead(tx, userId, ids)) > 0) {
          events.publish(tx, context.organizationId, { type: 'notifications.changed' })
        }
        return { unread: await store.countUnread(tx, userId, UNREAD_MAX) }
      })
    },

    /** Removes what is older than it is kept. */
    async removeOld(signal?: AbortSignal): Promise<void> {
      const before = new Date(clock.now().getTime() - policy.RETENTION_DAYS * DAY_MS)
      for (const id of await store.organizationsWithOld(db, before)) {
        const remove = () =>
          db.tenant(mintOrganizationId(id), (tx) => store.removeBefore(tx, before, policy.BATCH))
        while (!signal?.aborted && (await remove()) === policy.BATCH);
      }
    },
  }
}
export type NotificationsService = ReturnType<typeof notificationsService>

/** @throws {AppError} forbidden for work of the system, which reads nothing */
function readerOf(context: Context): string {
  const userId = userIdOf(context)
  if (!userId) throw new AppError('forbidden', 'Only people read notifications')
  return userId
}
