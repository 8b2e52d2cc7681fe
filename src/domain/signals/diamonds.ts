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

const MARRIAGE_RULE: RecordRule = {
  ruleId: 'DM1',
  subtype: 'diamonds',
  description: 'Marriage on record',
  dates: ['event', 'recorded', 'filed'],
  monthsAhead: LIMITS.upcoming.marriage,
}

/** A new surname can mean marriage or divorce; both signals share a document id, so they produce one task. */
function detectNameChange(evidence: Evidence): (DetectedSignal | null)[] {
  const current = evidence.current.person
  const previous = evidence.previous?.person
  if (!current?.name || !previous?.name || current.demographics.birthYear === null) return []
  if (current.demographics.birthYear !== previous.demographics.birthYear || evidence.age === null) return []
  const [firstName, previousFirstName] = [current.name.first, previous.name.first].map(
    (name) => nameWords(name)[0],
  )
  if (firstName === undefined || firstName !== previousFirstName) return []
  const areKnown = [current.name.last, previous.name.last].every((last) => nameWords(last).length > 0)
  if (!areKnown || isSameSurname(current.name.last, previous.name.last)) return []
  const commonFields = {
    ruleId: 'DM2' as const,
    eventDay: fetchedOn(evidence, 'person'),
    source: providerOf(evidence, 'person'),
    documentId: `surname:${fold(previous.name.last)}:${fold(current.name.last)}`,
    inputs: { birthYear: current.demographics.birthYear },
  }
  const description = 'Last name changed between two enrichments'
  const divorceSignal = createSignal({
    ...commonFields,
    subtype: 'divorce.inferred',
    base: RULES.DM2.opposite,
    description: 'Household change on record',
  })
  return [
    createSignal({ ...commonFields, subtype: 'diamonds', description }),
    divorceSignal && { ...divorceSignal, category: 'divorce' },
  ]
}

/** DM1: a marriage is on record. DM2: the surname changed, which also produces a weak `divorce.inferred`. */
export function detectDiamonds(evidence: Evidence): (DetectedSignal | null)[] {
  const marriages = signalsFromRecords(evidence, ({ kind }) => (kind === 'marriage' ? MARRIAGE_RULE : null))
  return [...marriages, ...detectNameChange(evidence)]
}
