import type { PublicRecord } from '../enrichment/public-record.ts'
import { isDeathDocument } from './death.ts'
import type { DetectedSignal } from './detected-signal.ts'
import { type Evidence, type RecordRule, signalsFromRecords } from './evidence.ts'
import { hasSurname, nameWords, type Party, partiesOf } from './name-match.ts'
import { isSameHome } from './place-match.ts'
import { RULES } from './rules.ts'
import { isWithoutPrice } from './title.ts'

const QUITCLAIM_WORDING = /quit[\s-]?claim/i
const EXPLICIT_WORDING = /inter-?spousal|decree|dissolution|divorce|marital/i

const FILING_RULE: RecordRule = {
  ruleId: 'DI1',
  subtype: 'divorce.filed',
  description: 'Household change on record',
  dates: ['filed', 'event', 'recorded'],
}

/** True if two parties of one surname are the same person: equal first names, with or without a middle name. */
function isSameOwner(a: Party, b: Party, surname: ReadonlySet<string>): boolean {
  const [namesA, namesB] = [a, b].map((party) =>
    party.filter((word) => word.length > 1 && !surname.has(word)),
  )
  if (!namesA?.length || !namesB?.length) return false
  return namesA.every((name) => namesB.includes(name)) || namesB.every((name) => namesA.includes(name))
}

/** True if exactly one of two owners with the contact's surname stays on the title. */
function isOneOfTwoOwnersLeaving(
  grantors: readonly Party[],
  grantees: readonly Party[],
  lastName: string,
): boolean {
  const [remainingOwner, ...otherGrantees] = grantees
  if (!remainingOwner || otherGrantees.length > 0 || grantors.length !== 2) return false
  if (!grantors.every((owner) => hasSurname(owner, lastName))) return false
  const surname = new Set(nameWords(lastName))
  return grantors.filter((owner) => isSameOwner(owner, remainingOwner, surname)).length === 1
}

function isExplainedByDeath(evidence: Evidence, record: PublicRecord): boolean {
  return evidence.current.publicRecords.some(
    (other) =>
      isDeathDocument(other) &&
      (!other.address || !record.address || isSameHome(other.address, record.address)),
  )
}

function divorceRuleFor(evidence: Evidence, record: PublicRecord): RecordRule | null {
  const wording = record.details.documentType ?? ''
  const isExplicit = EXPLICIT_WORDING.test(wording)
  if (!(isExplicit || QUITCLAIM_WORDING.test(wording)) || !isWithoutPrice(record)) return null
  const grantors = partiesOf(record.details.grantors ?? [])
  const grantees = partiesOf(record.details.grantees ?? [])
  if (!isOneOfTwoOwnersLeaving(grantors, grantees, evidence.contact.lastName)) return null
  if (isExplainedByDeath(evidence, record)) return null
  return {
    ruleId: 'DI2',
    subtype: 'divorce.inferred',
    description: 'Title change on this property',
    dates: ['recorded', 'filed', 'event'],
    parties: grantors,
    base: isExplicit ? RULES.DI2.explicit : RULES.DI2.base,
  }
}

/**
 * DI1: a court case names the contact. DI2: one of two owners with the same surname leaves the title without a price.
 */
export function detectDivorce(evidence: Evidence): (DetectedSignal | null)[] {
  return signalsFromRecords(evidence, (record) => {
    if (record.kind === 'dissolution') return FILING_RULE
    return record.kind === 'deed' ? divorceRuleFor(evidence, record) : null
  })
}
