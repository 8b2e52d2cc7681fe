import { isDeepStrictEqual } from 'node:util'
import type { SignalRule } from '#contract/signal-rules.ts'
import type { Subtype } from '#domain/score/parameters.ts'
import type { ScorePolicy } from '#domain/score/score-input.ts'
import { evaluateRule, type RuleOutcome } from '#domain/signal-rules/evaluate.ts'
import { type RuleFacts, ruleFactsOf } from '#domain/signal-rules/facts.ts'
import { type CompiledRule, compileRule } from '#domain/signal-rules/language.ts'
import { isExcluded, type RankSignal } from '#domain/signal-rules/rank-signal.ts'
import type { ContactsService, FullContact, SignalRow } from '#server/features/contacts/service.ts'
import { resultOfContact, signalOfContact } from '#server/features/scores/service/score-input.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { newId } from '#server/platform/ids.ts'
import * as store from '../store.ts'

export type CheckDeps = { contacts: Pick<ContactsService, 'knowledge'>; scores: ScoresService }

export type ActiveRule = SignalRule & { compiled: CompiledRule }

/** The rules whose condition can be read. A version stored before a limit was lowered may not be. */
export function compileRules(rules: readonly SignalRule[]): ActiveRule[] {
  return rules.flatMap((rule) => {
    const result = compileRule(rule.condition)
    return 'rule' in result ? [{ ...rule, compiled: result.rule }] : []
  })
}

const RULE_KEY = 'rule:'
const evidenceKeyOf = ({ id, version }: SignalRule) => `${RULE_KEY}${id}:v${version}`
const isOwn = ({ evidenceKey }: { evidenceKey: string }) => evidenceKey.startsWith(RULE_KEY)

export type CheckedContact = { contact: FullContact; row: store.RuleContactRow; facts: RuleFacts }

/** Contacts with what rules see of them. */
export async function readContacts(
  { contacts }: Pick<CheckDeps, 'contacts'>,
  tx: TenantTx,
  ids: readonly string[],
  today: string,
): Promise<CheckedContact[]> {
  const [fullContacts, rows] = await Promise.all([
    contacts.knowledge.listFullContacts(tx, ids),
    store.listRuleContacts(tx, ids),
  ])
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return fullContacts.flatMap((contact) => {
    const row = rowOf.get(contact.id)
    if (!row) return []
    // A rule never sees the signals of rules, whose order would then matter.
    const signals = contact.signals.filter((signal) => !isOwn(signal)).flatMap(signalOfContact)
    return [
      { contact, row, facts: ruleFactsOf({ ...contact, ...row, signals }, resultOfContact(contact), today) },
    ]
  })
}

type ContactChange = {
  contact: FullContact
  added: SignalRow[]
  removedIds: string[]
  /** Null if they stay as they are. */
  rankSignals: RankSignal[] | null
}

export type CheckCounts = { checked: number; missing: number; failed: number }

/** Signals that the rules yield for one contact today. Those of rules about traits only rank. */
function signalsOf(
  { contact, facts }: CheckedContact,
  rules: readonly ActiveRule[],
  { today, counts }: { today: string; counts: CheckCounts },
): { found: SignalRow[]; ranks: RankSignal[] } {
  const found: SignalRow[] = []
  const ranks: RankSignal[] = []
  for (const rule of rules) {
    const key = evidenceKeyOf(rule)
    const signal = contact.signals.find(({ evidenceKey }) => evidenceKey === key)
    const rank = contact.rankSignals?.find((one) => one.ruleId === rule.id && one.version === rule.version)
    const since = signal?.eventDate ?? rank?.eventDate ?? null
    const outcome = evaluateRule(rule.compiled, rule.dateFrom, { facts, today, since })
    if (outcome.kind === 'missing') counts.missing++
    if (outcome.kind === 'error') counts.failed++
    if (outcome.kind !== 'match') continue
    if (rule.traits.length > 0) ranks.push(rankSignalOf(rule, outcome))
    else found.push(signalRowOf(rule, outcome, { id: signal?.id ?? newId(), contactId: contact.id, key }))
  }
  return { found, ranks }
}

/** Differences between the stored signals of rules and those that the rules yield today. */
function compareSignals(
  checked: readonly CheckedContact[],
  rules: readonly ActiveRule[],
  today: string,
): { changes: ContactChange[]; counts: CheckCounts } {
  const counts = { checked: checked.length, missing: 0, failed: 0 }
  const changes = checked.flatMap((one) => {
    const { contact } = one
    const { found, ranks } = signalsOf(one, rules, { today, counts })
    const stored = new Map(contact.signals.filter(isOwn).map((signal) => [signal.evidenceKey, signal]))
    const foundKeys = new Set(found.map(({ evidenceKey }) => evidenceKey))
    const removedIds = [...stored.values()].flatMap(({ id, evidenceKey }) =>
      foundKeys.has(evidenceKey) ? [] : [id],
    )
    const added = found.filter((signal) => !isSame(signal, stored.get(signal.evidenceKey)))
    const rankSignals = isDeepStrictEqual(ranks, contact.rankSignals ?? []) ? null : ranks
    const isChanged = added.length + removedIds.length > 0 || rankSignals !== null
    return isChanged ? [{ contact, added, removedIds, rankSignals }] : []
  })
  return { changes, counts }
}

type Match = Extract<RuleOutcome, { kind: 'match' }>

function rankSignalOf(rule: ActiveRule, { eventDate, evidence }: Match): RankSignal {
  const { id, name, version, category, confidence, traits } = rule
  const subtype = rule.subtype as Subtype
  return { ruleId: id, name, version, category, subtype, confidence, eventDate, traits, evidence }
}

function signalRowOf(
  rule: ActiveRule,
  { eventDate, evidence }: Match,
  { id, contactId, key }: { id: string; contactId: string; key: string },
): SignalRow {
  const source = `own rule: ${rule.name} v${rule.version}`
  return {
    ...{ id, contactId, evidenceKey: key, score: 0, source, eventDate },
    ...{ category: rule.category, confidence: rule.confidence, description: 'Matches your own rule' },
    metadata: {
      ...{ ruleId: 'OWN', subtype: rule.subtype, provider: source, documentId: `${RULE_KEY}${rule.id}` },
      ...{ inputs: evidence, rule: { id: rule.id, version: rule.version } },
    },
  }
}

function isSame(row: SignalRow, stored: FullContact['signals'][number] | undefined): boolean {
  return (
    stored !== undefined &&
    stored.eventDate === row.eventDate &&
    isDeepStrictEqual(stored.metadata?.inputs, row.metadata.inputs)
  )
}

/**
 * Checks contacts by the rules that are on, stores differences and scores the changed contacts; part of the caller's
 * transaction. Compares before it locks, because a run changes few of the contacts that it reads.
 */
export async function checkContacts(
  deps: CheckDeps,
  tx: TenantTx,
  ids: readonly string[],
  { rules, today, policy }: { rules: readonly ActiveRule[]; today: string; policy: ScorePolicy },
): Promise<{ changedIds: string[]; counts: CheckCounts }> {
  const allowed = rules.filter(({ traits }) => !isExcluded(traits, policy))
  const first = compareSignals(await readContacts(deps, tx, ids, today), allowed, today)
  const differentIds = first.changes.map(({ contact }) => contact.id)
  if (differentIds.length === 0) return { changedIds: [], counts: first.counts }
  await deps.contacts.knowledge.lockContacts(tx, differentIds)
  const { changes } = compareSignals(await readContacts(deps, tx, differentIds, today), allowed, today)
  await deps.contacts.knowledge.deleteSignals(
    tx,
    changes.flatMap(({ removedIds }) => removedIds),
  )
  await deps.contacts.knowledge.upsertSignals(
    tx,
    changes.flatMap(({ added }) => added),
  )
  await deps.contacts.knowledge.setRankSignals(
    tx,
    changes.flatMap(({ contact, rankSignals }) =>
      rankSignals
        ? [
            {
              contactId: contact.id,
              rankSignals,
              rankScore: deps.scores.rankScoreOf(contact, rankSignals, policy),
            },
          ]
        : [],
    ),
  )
  const changedIds = changes.map(({ contact }) => contact.id)
  // A signal that only ranks gives no contact a score, which filters could find.
  const scoredIds = changes.flatMap(({ contact, added, removedIds }) =>
    contact.isScored || added.length + removedIds.length > 0 ? [contact.id] : [],
  )
  if (scoredIds.length > 0) await deps.scores.rescoreMany(tx, scoredIds, 'rule')
  return { changedIds, counts: first.counts }
}
