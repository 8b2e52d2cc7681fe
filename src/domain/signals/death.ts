import type { PublicRecord } from '../enrichment/public-record.ts'
import type { DetectedSignal } from './detected-signal.ts'
import { type Evidence, signalsFromRecords } from './evidence.ts'
import { hasSurname, isNamed, type Party, partiesOf } from './name-match.ts'
import { isSameHome } from './place-match.ts'
import { isWithoutPrice } from './title.ts'

/**
 * Excludes sellers that only sound like an estate: `Real Estate of Aurora LLC`, `Administrator of Veterans Affairs`.
 */
const ESTATE_WORDING =
  /execut(?:or|rix)|administrat(?:or|rix)(?!\s+of\s+(?:veterans?|the\s+small))|personal representative|probate|heirship|testamentary|(?<!\breal\s+)estate of/i
const AFFIDAVIT_WORDING = /affidavit.*(?:death|survivor)|survivorship affidavit/i
/** Wording of a surviving co-owner's affidavit, and of an heir's. */
const CO_OWNER_WORDING = /joint tenan|spouse|survivor|community property|entiret/i
const HEIR_WORDING = /transfer on death|transferor|trustee|beneficiary/i
const DECEASED_WORDING = /(?<!\breal\s+)\bestate of\b|\b(?:deceased|decedent|dec'?d)\b/i

/** True if a death caused the document. */
export function isDeathDocument(record: PublicRecord): boolean {
  if (record.kind === 'probate') return true
  const wording = [record.details.documentType, ...(record.details.grantors ?? [])].join(' ')
  return record.kind === 'deed' && (ESTATE_WORDING.test(wording) || AFFIDAVIT_WORDING.test(wording))
}

/** Receiving parties: the grantees, or the names left after removing grantors and the deceased. */
function receivingParties(record: PublicRecord): Party[] {
  const { grantees, grantors = [] } = record.details
  if (grantees) return partiesOf(grantees)
  return partiesOf(record.names.filter((name) => !DECEASED_WORDING.test(name) && !grantors.includes(name)))
}

function isSurvivingCoOwner(evidence: Evidence, record: PublicRecord): boolean {
  const { contact, residence, previous } = evidence
  const wording = record.details.documentType ?? ''
  if (!AFFIDAVIT_WORDING.test(wording) || HEIR_WORDING.test(wording)) return false
  const leavingOwners = partiesOf(record.details.grantors ?? []).filter(
    (party) => hasSurname(party, contact.lastName) && !isNamed(party, contact),
  )
  if (leavingOwners.length === 0) return false
  const formerOwners = partiesOf(
    (previous?.properties ?? []).flatMap(({ propertyData }) => propertyData.ownerNames),
  )
  return (
    CO_OWNER_WORDING.test(wording) ||
    formerOwners.some((owner) => isNamed(owner, contact)) ||
    (record.address !== null && isSameHome(record.address, residence))
  )
}

/** True if the document sells a home from an estate of another name. */
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
    const isRecipient = parties.some((party) => isNamed(party, contact))
    // A contact who is only a grantor is the subject of the document.
    const isGrantor = partiesOf(record.details.grantors ?? []).some((party) => isNamed(party, contact))
    if ((isGrantor && !isRecipient) || isPurchase(evidence, record)) return null
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
