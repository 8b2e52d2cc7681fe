import type { Verdict } from '#server/features/contacts/service.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { Deps } from './deps.ts'
import type { Learned } from './learn.ts'

/** Writes what was learned of contacts; part of the caller's transaction, so it happens whole or not at all. */
export async function keepLearned(
  { contacts, scores, tasks, outcomes }: Deps,
  tx: TenantTx,
  learned: readonly (Learned & { verdict: Verdict | null })[],
): Promise<void> {
  if (learned.length === 0) return
  const dueOf = await tasks.addAutomatic(
    tx,
    learned.map((one) => ({ contactId: one.contact.id, tasks: one.tasks })),
  )
  const { knowledge } = contacts
  await Promise.all([
    knowledge.keep(
      tx,
      learned.map((one) => ({
        ...one.knowledge,
        verdict: one.verdict,
        nextTaskAt: dueOf.get(one.contact.id) ?? null,
      })),
    ),
    knowledge.replaceProperties(
      tx,
      learned.flatMap(({ contact, properties }) =>
        properties.length > 0 ? [{ contactId: contact.id, properties }] : [],
      ),
    ),
    knowledge.addSignals(
      tx,
      learned.flatMap(({ evidence }) => evidence),
    ),
    knowledge.keepSignalScores(
      tx,
      learned.flatMap(({ olderSignals }) => olderSignals),
    ),
    scores.remember(
      tx,
      learned.map(({ contact, result }) => ({ contactId: contact.id, result })),
      'enriched',
    ),
  ])
  await outcomes.noteNewAddresses(
    tx,
    learned.flatMap(({ contact, moved }) => (moved ? [{ contactId: contact.id, to: moved }] : [])),
  )
}
