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
const BIRTH_RULE: RecordRule = {
  ruleId: 'DA1',
  subtype: 'diapers',
  description: DESCRIPTION,
  dates: ['event', 'filed', 'recorded'],
}

function isSameMember(a: HouseholdMember, b: HouseholdMember): boolean {
  if (a.name && b.name) return nameWords(a.name).join(' ') === nameWords(b.name).join(' ')
  return a.birthYear === b.birthYear && a.relation === b.relation
}

/** Finds a child born this year or last who was not in the previous, known household. */
function findNewInfant(current: PersonRecord, previous: PersonRecord, year: number): HouseholdMember | null {
  const { household: members, householdSize: size } = current.demographics
  const { household: previousMembers, householdSize: previousSize } = previous.demographics
  const hasGrown = size !== null && previousSize !== null ? size > previousSize : previousMembers.length > 0
  if (!hasGrown) return null
  const isInfant = ({ relation, birthYear }: HouseholdMember) =>
    relation === 'child' && birthYear !== null && birthYear >= year - 1 && birthYear <= year
  return (
    members.find(
      (member) =>
        isInfant(member) && !previousMembers.some((previousMember) => isSameMember(previousMember, member)),
    ) ?? null
  )
}

function detectHouseholdGrowth(evidence: Evidence): DetectedSignal | null {
  const { current, previous, todayDay } = evidence
  const previousDay = parseDay(evidence.previousFetchedAt)
  if (!current.person || !previous?.person || !(previousDay <= todayDay)) return null
  const infant = findNewInfant(current.person, previous.person, Number(evidence.today.slice(0, 4)))
  if (infant === null) return null
  const currentDay = Math.max(previousDay, fetchedOn(evidence, 'person'))
  return createSignal({
    ruleId: 'DA2',
    subtype: 'diapers',
    eventDay: Math.floor((previousDay + currentDay) / 2),
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
  const births = signalsFromRecords(evidence, ({ kind }) => (kind === 'birth' ? BIRTH_RULE : null))
  return [...births, detectHouseholdGrowth(evidence)]
}
