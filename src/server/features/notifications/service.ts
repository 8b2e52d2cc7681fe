import { UNREAD_MAX } from '#contract/notifications.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { addDays } from '#server/platform/clock.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from './policy.ts'
import * as texts from './service/texts.ts'
import * as store from './store.ts'

/** Notifications for users. Methods that take a transaction become part of it. */
export function notificationsService(
  { db, events, clock }: Pick<Platform, 'db' | 'events' | 'clock'>,
  { tasks }: { tasks: TasksService },
) {
  async function addNotifications(tx: TenantTx, notices: readonly texts.NotificationText[]): Promise<void> {
    const added = await store.insertNotifications(
      tx,
      notices.map((each) => ({ ...each, id: newId(clock.now().getTime()) })),
    )
    if (added > 0) events.publish(tx, tx.organizationId, { type: 'notifications.changed' })
  }

  /** Notifies about overdue tasks of one organization, once each. */
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
    newSignals: (tx: TenantTx, news: texts.NewSignalsEvent) => addNotifications(tx, [texts.newSignals(news)]),

    possibleMatch: (tx: TenantTx, news: texts.PossibleMatchEvent) =>
      addNotifications(tx, [texts.possibleMatch(news)]),

    /** One summary per import instead of hundreds of notifications. */
    importSignals: (tx: TenantTx, news: texts.ImportSignalsEvent) =>
      addNotifications(tx, [texts.importSignals(news)]),

    importFinished: (tx: TenantTx, ended: texts.FinishedImport) =>
      addNotifications(tx, [texts.importFinished(ended)]),

    importFailed: (tx: TenantTx, ended: Pick<texts.FinishedImport, 'importId' | 'userId'>) =>
      addNotifications(tx, [texts.importFailed(ended)]),

    exportReady: (tx: TenantTx, ready: texts.ReadyExport) => addNotifications(tx, [texts.exportReady(ready)]),

    /** Sent once per grant. */
    creditsLow: (tx: TenantTx, low: texts.LowCredits) => addNotifications(tx, [texts.creditsLow(low)]),

    /** For the owners only. */
    async billing(tx: TenantTx, news: texts.BillingEvent): Promise<void> {
      const owners = await store.listOwners(tx)
      await addNotifications(
        tx,
        owners.map((userId) => texts.billingChanged(news, userId)),
      )
    },

    /** Notifies about tasks that became overdue recently, in every organization. */
    async notifyAllOverdue(signal?: AbortSignal): Promise<void> {
      const until = clock.now()
      const after = addDays(until, -policy.OVERDUE_WINDOW_DAYS)
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

    /** Marks as read for the caller; null means all. Unknown and foreign ids are ignored. */
    async markRead(context: Context, ids: readonly string[] | null): Promise<{ unread: number }> {
      const userId = readerOf(context)
      return db.tenant(context.organizationId, async (tx) => {
        if ((await store.markRead(tx, userId, ids)) > 0) {
          events.publish(tx, context.organizationId, { type: 'notifications.changed' })
        }
        return { unread: await store.countUnread(tx, userId, UNREAD_MAX) }
      })
    },

    /** Deletes notifications past retention. */
    async removeOld(signal?: AbortSignal): Promise<void> {
      const before = addDays(clock.now(), -policy.RETENTION_DAYS)
      for (const id of await store.organizationsWithOld(db, before)) {
        const remove = () =>
          db.tenant(mintOrganizationId(id), (tx) => store.removeBefore(tx, before, policy.BATCH))
        while (!signal?.aborted && (await remove()) === policy.BATCH);
      }
    },
  }
}
export type NotificationsService = ReturnType<typeof notificationsService>

/** @throws {AppError} forbidden for the system, which has no notifications */
function readerOf(context: Context): string {
  const userId = userIdOf(context)
  if (!userId) throw new AppError('forbidden', 'Only users have notifications')
  return userId
}
