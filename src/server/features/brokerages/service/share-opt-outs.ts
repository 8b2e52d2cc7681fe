import {
  applyBrokerageOptOuts,
  applyBrokerageOptOutsAfter,
  listContactPoints,
} from '#server/features/contacts/service/brokerage-opt-outs.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import { trySend } from '#server/platform/queue/try-send.ts'
import { listSharingOffices, listSharingWith } from '../store/offices.ts'

/** Applies the opt-outs of all offices to the contacts of one. */
export const APPLY_OPT_OUTS_JOB = 'brokerages.apply-opt-outs'

type Deps = Pick<Platform, 'db' | 'events' | 'clock' | 'queue' | 'log'> & { tasks: TasksService }

/** Opt-outs of one office that block the same addresses and numbers in all others, if the brokerage shares them. */
export function createOptOutSharing({ tasks, ...platform }: Deps) {
  const { db, events, clock } = platform

  const publish = (tx: TenantTx, contactIds: readonly string[]) => {
    for (const contactId of contactIds)
      events.publish(tx, tx.organizationId, { type: 'contact.changed', contactId })
  }

  return {
    /** Applies new opt-outs of contacts to the other offices. */
    async shareOptOuts(organizationId: OrganizationId, contactIds: readonly string[]): Promise<void> {
      const points = await db.tenant(organizationId, (tx) => listContactPoints(tx, contactIds))
      if (points.length === 0) return
      for (const officeId of await listSharingWith(db, organizationId))
        await db.tenant(officeId, async (tx) =>
          publish(tx, await applyBrokerageOptOuts(tx, tasks, points, clock.now())),
        )
    },

    /** Applies the opt-outs of all offices to each contact of one, in batches. */
    async applyOptOuts(organizationId: OrganizationId, signal?: AbortSignal): Promise<void> {
      let after: string | null = null
      do {
        const start: string | null = after
        after = await db.tenant(organizationId, async (tx) => {
          const { blockedIds, last } = await applyBrokerageOptOutsAfter(tx, tasks, start, clock.now())
          publish(tx, blockedIds)
          return last
        })
      } while (after !== null && !signal?.aborted)
    },

    /** Queues every office of a brokerage that shares opt-outs, or of all such brokerages. */
    async queueOffices(brokerageId: string | null): Promise<void> {
      for (const organizationId of await listSharingOffices(db, brokerageId))
        await trySend(platform, APPLY_OPT_OUTS_JOB, { organizationId }, organizationId)
    },
  }
}
