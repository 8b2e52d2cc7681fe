import { CHANNELS } from '#domain/compliance/outreach.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { markContactFacts, refreshMilestones } from '#server/platform/analytics-facts.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import { requestRuleChecks } from '#server/platform/rule-checks.ts'
import { TRANSFER_BATCH } from '../limits.ts'
import * as contactStore from '../store/contacts.ts'
import * as store from '../store/transfers.ts'

export type BatchDeps = {
  contacts: Pick<ContactsService, 'bringIn' | 'takeOut' | 'shareOptOuts'>
  tasks: Pick<TasksService, 'updateNextDue'>
} & Pick<Platform, 'events'>

/**
 * Transfers the next contacts: adds them to one organization and deletes them from the other within one transaction, so
 * that a process that stops loses and doubles none.
 *
 * @returns true after the last one
 */
export async function transferBatch(
  tx: Tx,
  { contacts, tasks, events }: BatchDeps,
  { id, userId, lastContactId, ...organizations }: store.RunningTransfer,
): Promise<boolean> {
  const from = parseOrganizationId(organizations.from)
  const to = parseOrganizationId(organizations.to)
  const sourceTx = await contactStore.enterOrganization(tx, from)
  const leaving = await contactStore.lockNext(sourceTx, userId, {
    ...{ after: lastContactId, limit: TRANSFER_BATCH },
  })
  const ids = leaving.map((contact) => contact.id)
  const rows = await contactStore.readRows(sourceTx, ids, userId)

  const targetTx = await contactStore.enterOrganization(tx, to)
  const newIds = await contacts.bringIn(targetTx, leaving)
  const pairs = [...newIds].map(([fromId, toId]) => ({ fromId, toId }))
  const addedIds = pairs.map(({ toId }) => toId)
  await contactStore.writeRows(targetTx, rows, pairs, userId)
  await tasks.updateNextDue(targetTx, addedIds)
  await requestRuleChecks(targetTx, addedIds)
  await refreshMilestones(targetTx, addedIds)
  await markContactFacts(targetTx, addedIds)
  const optOuts = await contactStore.listOptOuts(targetTx, addedIds)
  await contacts.shareOptOuts(
    targetTx,
    optOuts.map(({ contactId, doNotContact, channels }) => ({
      contactId,
      channels: CHANNELS.filter((channel) => doNotContact || channels.includes(channel)),
    })),
  )

  // Row-level security shows one organization at a time.
  await contactStore.enterOrganization(tx, from)
  await contacts.takeOut(sourceTx, [...newIds.keys()])
  await store.recordBatch(tx, id, {
    ...{ transferred: newIds.size, skipped: leaving.length - newIds.size },
    lastContactId: ids.at(-1) ?? null,
  })
  for (const organizationId of [from, to]) events.publish(tx, organizationId, { type: 'contacts.changed' })
  return leaving.length < TRANSFER_BATCH
}
