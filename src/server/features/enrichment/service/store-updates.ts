import type { Verdict } from '#server/features/contacts/service.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { emit } from '#server/platform/emit.ts'
import { requestRuleChecks } from '#server/platform/rule-checks.ts'
import type { EnrichmentUpdate } from './compute-update.ts'
import type { Deps } from './deps.ts'

/** Stores updates of contacts; part of the caller's transaction. */
export async function storeUpdates(
  { contacts, scores, tasks, outcomes }: Deps,
  tx: TenantTx,
  updates: readonly (EnrichmentUpdate & { verdict: Verdict | null })[],
): Promise<void> {
  if (updates.length === 0) return
  const dueOf = await tasks.addAutomatic(
    tx,
    updates.map((one) => ({ contactId: one.contact.id, tasks: one.tasks })),
  )
  const { knowledge } = contacts
  await Promise.all([
    knowledge.updateContacts(
      tx,
      updates.map((one) => ({
        ...one.knowledge,
        verdict: one.verdict,
        nextTaskAt: dueOf.get(one.contact.id) ?? null,
      })),
    ),
    knowledge.replaceProperties(
      tx,
      updates.flatMap(({ contact, properties }) =>
        properties.length > 0 ? [{ contactId: contact.id, properties }] : [],
      ),
    ),
    knowledge.upsertSignals(
      tx,
      updates.flatMap(({ evidence }) => evidence),
    ),
    knowledge.updateSignalScores(
      tx,
      updates.flatMap(({ olderSignals }) => olderSignals),
    ),
    scores.recordHistory(
      tx,
      updates.map(({ contact, result }) => ({ contactId: contact.id, result })),
      'enriched',
    ),
  ])
  const contactIds = updates.map(({ contact }) => contact.id)
  await requestRuleChecks(tx, contactIds)
  await emit(tx, { type: 'contact.enriched', contactIds })
  await outcomes.recordNewAddresses(
    tx,
    updates.flatMap(({ contact, newAddress: to }) => (to ? [{ contactId: contact.id, to }] : [])),
  )
}
