import type { HouseholdMember, PersonRecord } from '../enrichment/person-record.ts'
import { parseDay } from '../score/day.ts'
import type { DetectedSignal } from './detected-signal.ts'
import {
  createSignal,
  type Evidence,
  fetchedOn,
  providerOf,
  type RecordRule,
  signalsFromRecords,
} from './evidence.ts'
import { nameWords } from './name-match.ts'

const DESCRIPTION = 'Household change on record'
const BIRTH: RecordRule = {
  ruleId: 'DA1',
  subtype: 'diapers',
  description: DESCRIPTION,
  dates: ['event', 'filed', 'recorded'],
}

function isSameMember(a: HouseholdMember, b: HouseholdMember): boolean {
  if (a.name && b.name) return nameWords(a.name).join(' ') === nameWords(b.name).join(' ')
  return a.birthYear === b.birthYear && a.relation === b.relation
}

/** A child born this year or last who was missing from an otherwise known household before. */
function newInfant(now: PersonRecord, before: PersonRecord, year: number): HouseholdMember | null {
  const { household: members, householdSize: size } = now.demographics
  const { household: former, householdSize: formerSize } = before.demographics
  const grew = size !== null && formerSize !== null ? size > formerSize : former.length > 0
  if (!grew) return null
  const isInfant = ({ relation, birthYear }: HouseholdMember) =>
    relation === 'child' && birthYear !== null && birthYear >= year - 1 && birthYear <= year
  return (
    members.find((member) => isInfant(member) && !former.some((known) => isSameMember(known, member))) ?? null
  )
}

function householdGrowth(evidence: Evidence): DetectedSignal | null {
  const { current, previous, todayDay } = evidence
  const before = parseDay(evidence.previousFetchedAt)
  if (!current.person || !previous?.person || !(before <= todayDay)) return null
  const infant = newInfant(current.person, previous.person, Number(evidence.today.slice(0, 4)))
  if (infant === null) return null
  const now = Math.max(before, fetchedOn(evidence, 'person'))
  return createSignal({
    ruleId: 'DA2',
    subtype: 'diapers',
    eventDay: Math.floor((before + now) / 2),
    source: providerOf(evidence, 'person'),
    documentId: `household:${infant.birthYear}`,
    description: DESCRIPTION,
    inputs: {
      householdBefore: previous.person.demographics.householdSize,
      householdNow: current.person.demographics.householdSize,
    },
  })
}

/** DA1: a birth is on record. DA2: the household grew by an infant between two enrichments. */
export function detectDiapers(evidence: Evidence): (DetectedSignal | null)[] {
  if (evidence.policy?.excludeFamilial) return []
  const births = signalsFromRecords(evidence, ({ kind }) => (kind === 'birth' ? BIRTH : null))
  return [...births, householdGrowth(evidence)]
}
