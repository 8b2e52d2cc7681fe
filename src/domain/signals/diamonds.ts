import { fold } from '../identity/name.ts'
import type { DetectedSignal } from './detected-signal.ts'
import {
  createSignal,
  type Evidence,
  fetchedOn,
  providerOf,
  type RecordRule,
  signalsFromRecords,
} from './evidence.ts'
import { isSameSurname, nameWords } from './name-match.ts'
import { LIMITS, RULES } from './rules.ts'

const MARRIAGE: RecordRule = {
  ruleId: 'DM1',
  subtype: 'diamonds',
  description: 'Marriage on record',
  dates: ['event', 'recorded', 'filed'],
  monthsAhead: LIMITS.upcoming.marriage,
}

/** A new surname can mean marriage or divorce; both signals share a document id, so they produce one task. */
function nameChange(evidence: Evidence): (DetectedSignal | null)[] {
  const now = evidence.current.person
  const before = evidence.previous?.person
  if (!now?.name || !before?.name || now.demographics.birthYear === null) return []
  if (now.demographics.birthYear !== before.demographics.birthYear || evidence.age === null) return []
  const [first, firstBefore] = [now.name.first, before.name.first].map((name) => nameWords(name)[0])
  if (first === undefined || first !== firstBefore) return []
  const known = [now.name.last, before.name.last].every((last) => nameWords(last).length > 0)
  if (!known || isSameSurname(now.name.last, before.name.last)) return []
  const shared = {
    ruleId: 'DM2' as const,
    eventDay: fetchedOn(evidence, 'person'),
    source: providerOf(evidence, 'person'),
    documentId: `surname:${fold(before.name.last)}:${fold(now.name.last)}`,
    inputs: { birthYear: now.demographics.birthYear },
  }
  const description = 'Last name changed between two enrichments'
  const opposite = createSignal({
    ...shared,
    subtype: 'divorce.inferred',
    base: RULES.DM2.opposite,
    description: 'Household change on record',
  })
  return [
    createSignal({ ...shared, subtype: 'diamonds', description }),
    opposite && { ...opposite, category: 'divorce' },
  ]
}

/** DM1: a marriage is on record. DM2: the surname changed, which also raises `divorce.inferred` a little. */
export function detectDiamonds(evidence: Evidence): (DetectedSignal | null)[] {
  const marriages = signalsFromRecords(evidence, ({ kind }) => (kind === 'marriage' ? MARRIAGE : null))
  return [...marriages, ...nameChange(evidence)]
}
