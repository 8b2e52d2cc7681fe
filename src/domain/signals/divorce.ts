import type { PublicRecord } from '../enrichment/public-record.ts'
import { isDeathDocument } from './death.ts'
import type { DetectedSignal } from './detected-signal.ts'
import { type Evidence, type RecordRule, signalsFromRecords } from './evidence.ts'
import { hasSurname, nameWords, type Party, partiesOf } from './name-match.ts'
import { isSameHome } from './place-match.ts'
import { RULES } from './rules.ts'
import { isWithoutPrice } from './title.ts'

const QUITCLAIM = /quit[\s-]?claim/i
const EXPLICIT = /inter-?spousal|decree|dissolution|divorce|marital/i

const FILED: RecordRule = {
  ruleId: 'DI1',
  subtype: 'divorce.filed',
  description: 'Household change on record',
  dates: ['filed', 'event', 'recorded'],
}

/** True if two parties of one surname are the same person: first names agree, a middle name may be missing. */
function isSameOwner(a: Party, b: Party, surname: ReadonlySet<string>): boolean {
  const [namesA, namesB] = [a, b].map((party) =>
    party.filter((word) => word.length > 1 && !surname.has(word)),
  )
  if (!namesA?.length || !namesB?.length) return false
  return namesA.every((name) => namesB.includes(name)) || namesB.every((name) => namesA.includes(name))
}

/** True if exactly one of two owners with the contact's surname stays on the title. */
function isOneOfTwoLeaving(
  grantors: readonly Party[],
  grantees: readonly Party[],
  lastName: string,
): boolean {
  const [stays, ...others] = grantees
  if (!stays || others.length > 0 || grantors.length !== 2) return false
  if (!grantors.every((owner) => hasSurname(owner, lastName))) return false
  const surname = new Set(nameWords(lastName))
  return grantors.filter((owner) => isSameOwner(owner, stays, surname)).length === 1
}

function isExplainedByDeath(evidence: Evidence, record: PublicRecord): boolean {
  return evidence.current.publicRecords.some(
    (other) =>
      isDeathDocument(other) &&
      (!other.address || !record.address || isSameHome(other.address, record.address)),
  )
}

function inferredDivorce(evidence: Evidence, record: PublicRecord): RecordRule | null {
  const wording = record.details.documentType ?? ''
  const explicit = EXPLICIT.test(wording)
  if (!(explicit || QUITCLAIM.test(wording)) || !isWithoutPrice(record)) return null
  const grantors = partiesOf(record.details.grantors ?? [])
  const grantees = partiesOf(record.details.grantees ?? [])
  if (!isOneOfTwoLeaving(grantors, grantees, evidence.contact.lastName)) return null
  if (isExplainedByDeath(evidence, record)) return null
  return {
    ruleId: 'DI2',
    subtype: 'divorce.inferred',
    description: 'Title change on this property',
    dates: ['recorded', 'filed', 'event'],
    parties: grantors,
    base: explicit ? RULES.DI2.explicit : RULES.DI2.base,
  }
}

/**
 * DI1: a court case names the contact. DI2: one of two owners with the same surname leaves the title without a price.
 */
export function detectDivorce(evidence: Evidence): (DetectedSignal | null)[] {
  return signalsFromRecords(evidence, (record) => {
    if (record.kind === 'dissolution') return FILED
    return record.kind === 'deed' ? inferredDivorce(evidence, record) : null
  })
}
