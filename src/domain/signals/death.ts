import type { PublicRecord } from '../enrichment/public-record.ts'
import type { DetectedSignal } from './detected-signal.ts'
import { type Evidence, signalsFromRecords } from './evidence.ts'
import { hasSurname, isNamed, type Party, partiesOf } from './name-match.ts'
import { isSameHome } from './place-match.ts'
import { isWithoutPrice } from './title.ts'

/**
 * Excludes sellers that only sound like an estate: `Real Estate of Aurora LLC`, `Administrator of Veterans Affairs`.
 */
const ESTATE =
  /execut(?:or|rix)|administrat(?:or|rix)(?!\s+of\s+(?:veterans?|the\s+small))|personal representative|probate|heirship|testamentary|(?<!\breal\s+)estate of/i
const AFFIDAVIT = /affidavit.*(?:death|survivor)|survivorship affidavit/i
/** Wording found only in a surviving co-owner's affidavit, and only in an heir's. */
const OF_CO_OWNER = /joint tenan|spouse|survivor|community property|entiret/i
const OF_HEIR = /transfer on death|transferor|trustee|beneficiary/i
const DECEASED = /(?<!\breal\s+)\bestate of\b|\b(?:deceased|decedent|dec'?d)\b/i

/** True if a death caused the document. */
export function isDeathDocument(record: PublicRecord): boolean {
  if (record.kind === 'probate') return true
  const wording = [record.details.documentType, ...(record.details.grantors ?? [])].join(' ')
  return record.kind === 'deed' && (ESTATE.test(wording) || AFFIDAVIT.test(wording))
}

/** Receiving parties: the grantees, or the names left after removing grantors and the deceased. */
function receivingParties(record: PublicRecord): Party[] {
  const { grantees, grantors = [] } = record.details
  if (grantees) return partiesOf(grantees)
  return partiesOf(record.names.filter((name) => !DECEASED.test(name) && !grantors.includes(name)))
}

function isSurvivingCoOwner(evidence: Evidence, record: PublicRecord): boolean {
  const { contact, residence, previous } = evidence
  const wording = record.details.documentType ?? ''
  if (!AFFIDAVIT.test(wording) || OF_HEIR.test(wording)) return false
  const leaving = partiesOf(record.details.grantors ?? []).filter(
    (party) => hasSurname(party, contact.lastName) && !isNamed(party, contact),
  )
  if (leaving.length === 0) return false
  const formerOwners = partiesOf(
    (previous?.properties ?? []).flatMap(({ propertyData }) => propertyData.ownerNames),
  )
  return (
    OF_CO_OWNER.test(wording) ||
    formerOwners.some((owner) => isNamed(owner, contact)) ||
    (record.address !== null && isSameHome(record.address, residence))
  )
}

/** A buyer pays an estate of another name for the home. */
function isPurchase({ contact }: Evidence, record: PublicRecord): boolean {
  if (record.kind !== 'deed' || isWithoutPrice(record)) return false
  const sellers = partiesOf(record.details.grantors ?? [])
  return !sellers.some((party) => hasSurname(party, contact.lastName))
}

/** DE1: the contact receives a home from an estate. DE2: a co-owner of the same surname leaves the title. */
export function detectDeath(evidence: Evidence): (DetectedSignal | null)[] {
  const { contact } = evidence
  return signalsFromRecords(evidence, (record) => {
    if (!isDeathDocument(record)) return null
    const parties = receivingParties(record)
    const received = parties.some((party) => isNamed(party, contact))
    // A person who only gives is the subject of the document.
    const gives = partiesOf(record.details.grantors ?? []).some((party) => isNamed(party, contact))
    if ((gives && !received) || isPurchase(evidence, record)) return null
    const isSurvivor = isSurvivingCoOwner(evidence, record)
    return {
      ruleId: isSurvivor ? 'DE2' : 'DE1',
      subtype: isSurvivor ? 'death.survivor' : 'death.estate',
      description: 'Title change on this property',
      dates: ['recorded', 'filed', 'event'],
      parties,
    }
  })
}
