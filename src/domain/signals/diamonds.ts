import { fold } from '../identity/name.ts'
import type { DetectedSignal } from './detected-signal.ts'
import {
  createSignal,
  type Evidence,
  fetchedOn,
  presentSignals,
  providerOf,
  signalFromRecord,
} from './evidence.ts'
import { isSameSurname, nameWords } from './name-match.ts'
import { LIMITS, RULES } from './rules.ts'

function marriage(evidence: Evidence): (DetectedSignal | null)[] {
  return evidence.current.publicRecords
    .filter(({ kind }) => kind === 'marriage')
    .map((record) => {
      const { event, recorded, filed } = record.dates
      return signalFromRecord(evidence, record, {
        ruleId: 'DM1',
        subtype: 'diamonds',
        description: 'Marriage on record',
        date: event ?? recorded ?? filed,
        monthsAhead: LIMITS.upcoming.marriage,
      })
    })
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
    confidence: RULES.DM2.opposite,
    description: 'Household change on record',
    inputs: { ...shared.inputs, base: RULES.DM2.opposite },
  })
  return [
    createSignal({ ...shared, subtype: 'diamonds', confidence: RULES.DM2.base, description }),
    opposite && { ...opposite, category: 'divorce' },
  ]
}

/** DM1: a marriage is on record. DM2: the surname changed, which also raises `divorce.inferred` a little. */
export function detectDiamonds(evidence: Evidence): DetectedSignal[] {
  return presentSignals([...marriage(evidence), ...nameChange(evidence)])
}
