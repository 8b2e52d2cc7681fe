import type { SignalRuleDraft, SignalRuleDryRun } from '#contract/signal-rules.ts'
import { evaluateRule } from '#domain/signal-rules/evaluate.ts'
import type { CompiledRule } from '#domain/signal-rules/language.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { DRY_RUN_BATCH, DRY_RUN_MS, MAX_DRY_RUN_CONTACTS, MAX_EXAMPLES } from '../limits.ts'
import * as store from '../store.ts'
import { type CheckDeps, readContacts } from './check-contacts.ts'

/** Tries a rule on the newest contacts without changing any. */
export async function dryRun(
  deps: Pick<CheckDeps, 'contacts'>,
  inTransaction: <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>,
  { compiled, draft, today }: { compiled: CompiledRule; draft: SignalRuleDraft; today: string },
): Promise<SignalRuleDryRun> {
  const total = await inTransaction(store.countContacts)
  const result: SignalRuleDryRun = { total, checked: 0, matches: 0, missing: [], failed: [], examples: [] }
  const missing = new Map<string, number>()
  const failed = new Map<string, number>()
  const end = performance.now() + DRY_RUN_MS
  let beforeId: string | null = null
  while (result.checked < MAX_DRY_RUN_CONTACTS && performance.now() < end) {
    const checked = await inTransaction(async (tx) => {
      const ids = await store.listIdsBefore(tx, beforeId, DRY_RUN_BATCH)
      beforeId = ids.at(-1) ?? beforeId
      return readContacts(deps, tx, ids, today)
    })
    for (const { contact, row, facts } of checked) {
      const outcome = evaluateRule(compiled, draft.dateFrom, { facts, today, since: null })
      if (outcome.kind === 'missing') count(missing, outcome.path)
      if (outcome.kind === 'error') count(failed, outcome.message)
      if (outcome.kind !== 'match') continue
      result.matches++
      const { eventDate, evidence } = outcome
      if (result.examples.length < MAX_EXAMPLES)
        result.examples.push({ contactId: contact.id, name: row.name, eventDate, evidence })
    }
    result.checked += checked.length
    if (checked.length === 0) break
  }
  result.missing = mostFirst(missing).map(([path, contacts]) => ({ path, contacts }))
  result.failed = mostFirst(failed).map(([message, contacts]) => ({ message, contacts }))
  return result
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function mostFirst(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, MAX_EXAMPLES)
}
