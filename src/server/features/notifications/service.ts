import { MAX_UNREAD } from '#contract/notifications.ts'
import type { StopReason } from '#domain/follow-up-boss/stop-texts.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { addDays } from '#server/platform/clock.ts'
import { type Context, requireUserId } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { emit } from '#server/platform/emit.ts'
import { newId } from '#server/platform/ids.ts'
import { BY_ID, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import * as texts from './service/texts.ts'
import * as store from './store.ts'

/** Notifications for users. Methods that take a transaction become part of it. */
export function notificationsService(
  { db, events, clock }: Pick<Platform, 'db' | 'events' | 'clock'>,
  { tasks }: { tasks: TasksService },
) {
  /** @returns how many are new */
  async function addNotifications(tx: TenantTx, notices: readonly texts.NotificationText[]): Promise<number> {
    // They may be for others than the acting member.
    const addedCount = await tx.asOrganization(() =>
      store.insertNotifications(
        tx,
        notices.map((each) => ({ ...each, id: newId(clock.now().getTime()) })),
      ),
    )
    if (addedCount > 0) events.publish(tx, tx.organizationId, { type: 'notifications.changed' })
    return addedCount
  }

  const notify =
    <E>(textOf: (event: E) => texts.NotificationText) =>
    async (tx: TenantTx, event: E): Promise<void> => {
      await addNotifications(tx, [textOf(event)])
    }

  /** Notifies about overdue tasks of one organization, once each. */
  async function notifyOverdue(organizationId: OrganizationId, after: Date, until: Date): Promise<void> {
    for (let lastId: string | null = null; ; ) {
      const overdue = await db.tenant(organizationId, async (tx) => {
        const dueTasks = await tasks.listDue(tx, { after, until, lastId, limit: limits.BATCH_SIZE })
        await addNotifications(tx, dueTasks.map(texts.taskOverdue))
        return dueTasks
      })
      if (overdue.length < limits.BATCH_SIZE) return
      lastId = overdue.at(-1)?.id ?? null
    }
  }

  return {
    newSignals: notify(texts.newSignals),
    possibleMatch: notify(texts.possibleMatch),
    importSignals: notify(texts.importSignals),
    importFinished: notify(texts.importFinished),
    importFailed: notify(texts.importFailed),
    exportReady: notify(texts.exportReady),

    /** Once per grant, to members and programs. */
    async creditsLow(tx: TenantTx, grant: Parameters<typeof texts.creditsLow>[0]): Promise<void> {
      if ((await addNotifications(tx, [texts.creditsLow(grant)])) > 0)
        await emit(tx, { type: 'credits.low', ids: [tx.organizationId] })
    },

    contactsAssigned: notify(texts.contactsAssigned),
    originAsked: notify(texts.originAsked),
    originAnswered: notify(texts.originAnswered),
    contactsArrived: notify(texts.contactsArrived),

    /** For those who manage webhooks. */
    async webhookDisabled(
      tx: TenantTx,
      { userIds, ...event }: texts.DisabledWebhook & { userIds: readonly string[] },
    ): Promise<void> {
      await addNotifications(
        tx,
        userIds.map((userId) => texts.webhookDisabled(event, userId)),
      )
    },

    /** For those who manage the sync. */
    async syncStopped(
      tx: TenantTx,
      { userIds, problem }: { userIds: readonly string[]; problem: StopReason },
    ): Promise<void> {
      await addNotifications(
        tx,
        userIds.map((userId) => texts.syncStopped(problem, userId)),
      )
    },

    /** For the owners only. */
    async contactsTaken(tx: TenantTx, event: texts.ContactsTaken): Promise<void> {
      const owners = await store.listOwners(tx)
      const name = await store.nameOf(tx, event.userId)
      await addNotifications(
        tx,
        owners.flatMap((userId) =>
          userId === event.userId ? [] : [texts.contactsTaken(event, name, userId)],
        ),
      )
    },

    /** For the owners only. */
    async billing(tx: TenantTx, event: texts.BillingEvent): Promise<void> {
      const owners = await store.listOwners(tx)
      await addNotifications(
        tx,
        owners.map((userId) => texts.billingChanged(event, userId)),
      )
    },

    /** Notifies about tasks that became overdue recently, in every organization. */
    async notifyAllOverdue(signal?: AbortSignal): Promise<void> {
      const until = clock.now()
      const after = addDays(until, -limits.OVERDUE_WINDOW_DAYS)
      for (const organizationId of await tasks.listOrganizationsWithDue(after, until)) {
        if (signal?.aborted) return
        await notifyOverdue(organizationId, after, until)
      }
    },

    /** Newest first; `next` is null on the last page. */
    async list(context: Context, query: PageQuery) {
      const userId = requireUserId(context)
      return db.tenant(context.organizationId, async (tx) => {
        const page = await readPage(BY_ID, query, (range) => store.listForUser(tx, userId, range))
        return { ...page, unread: await store.countUnread(tx, userId, MAX_UNREAD) }
      })
    },

    /** Marks as read for the caller; null means all. Unknown and foreign ids are ignored. */
    async markRead(context: Context, ids: readonly string[] | null): Promise<{ unread: number }> {
      const userId = requireUserId(context)
      return db.tenant(context.organizationId, async (tx) => {
        if ((await store.markRead(tx, userId, ids)) > 0) {
          events.publish(tx, context.organizationId, { type: 'notifications.changed' })
        }
        return { unread: await store.countUnread(tx, userId, MAX_UNREAD) }
      })
    },

    /** Deletes notifications past retention. */
    async removeOld(signal?: AbortSignal): Promise<void> {
      const cutoff = addDays(clock.now(), -limits.RETENTION_DAYS)
      for (const id of await store.listOrganizationsWithOld(db, cutoff)) {
        const remove = () =>
          db.tenant(parseOrganizationId(id), (tx) => store.removeBefore(tx, cutoff, limits.BATCH_SIZE))
        while (!signal?.aborted && (await remove()) === limits.BATCH_SIZE);
      }
    },
  }
}
export type NotificationsService = ReturnType<typeof notificationsService>
