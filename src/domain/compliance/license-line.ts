import { stateCode, stateName } from '../identity/address.ts'
import { LICENSE_RULES, type LicenseItem, type LicenseRule } from './license-rules.ts'
import { CHANNELS, type Channel, type MessageKind } from './outreach.ts'

/** A member's license in one state. */
export type License = {
  /** Two letters. */
  state: string
  licensedName: string
  licenseNumber: string
  /** As the license says it, such as "Licensed Real Estate Salesperson". */
  licenseType: string | null
  /** Name of the brokerage as licensed. */
  brokerageName: string
  brokerName: string | null
  brokerLicenseNumber: string | null
  brokeragePhone: string | null
  brokerageAddress: string | null
  /** Link to the state's notice about brokerage services. */
  noticeUrl: string | null
}

/** Requirements of a member's license for messages to a contact. */
export type LicenseRequirement = {
  /** State of the license; null without one. */
  state: string | null
  /** No conversation or sent message is on record. */
  isFirstContact: boolean
  appliesTo: LicenseRule['appliesTo']
  /** The line of each channel; null while something is missing. */
  lines: Readonly<Record<Channel, string>> | null
  /** Sentence that names the missing parts and where to add them; null if none. */
  missing: string | null
  /** `Required by California law` */
  title: string
  citation: string | null
  /** Note about the rule for the sender; null without one. */
  note: string | null
}

const ITEM_LABELS: Readonly<Record<LicenseItem, string>> = {
  name: 'your licensed name',
  'license-number': 'your license number',
  'license-type': 'your license type',
  brokerage: 'the brokerage’s name',
  broker: 'the responsible broker’s name',
  'brokerage-phone': 'the brokerage’s phone number',
  'brokerage-address': 'the brokerage’s address',
}
const ADD_IT = 'Add it in Settings, Profile.'

/** The license that covers the contact's state, otherwise the first one. */
function licenseFor(licenses: readonly License[], contactState: string | null): License | null {
  const state = contactState && stateCode(contactState)
  return licenses.find((license) => license.state === state) ?? licenses[0] ?? null
}

/**
 * Requirements of the sender's license for messages to a contact.
 *
 * @param contactState the state of the contact's home in any spelling, if known
 */
export function licenseRequirement(
  licenses: readonly License[],
  { contactState, isFirstContact }: { contactState: string | null; isFirstContact: boolean },
): LicenseRequirement {
  const license = licenseFor(licenses, contactState)
  if (!license) {
    const missing = `A first contact and marketing must show your license. ${ADD_IT}`
    const nothing = { state: null, lines: null, citation: null, note: null }
    return { ...nothing, isFirstContact, appliesTo: 'marketing', missing, title: 'Required by state law' }
  }
  const rule = ruleOf(license.state)
  const missingItems = rule.shows.filter((item) => itemValue(license, item) === null)
  const place = stateName(license.state) ?? license.state
  const isChecked = rule.source !== 'unverified'
  return {
    state: license.state,
    isFirstContact,
    appliesTo: rule.appliesTo,
    lines: missingItems.length > 0 ? null : linesOf(license, rule),
    missing:
      missingItems.length > 0
        ? `${place} also asks for ${missingItems.map((item) => ITEM_LABELS[item]).join(' and ')}. ${ADD_IT}`
        : null,
    title: isChecked ? `Required by ${place} law` : `Shown for ${place}`,
    citation: rule.citation,
    note: noteOf(license, rule, contactState),
  }
}

/** The line that a message must carry; null if none is required or something is missing. */
export function requiredLicenseLine(
  requirement: LicenseRequirement,
  channel: Channel,
  kind: MessageKind,
): string | null {
  return isRequired(requirement, kind) ? (requirement.lines?.[channel] ?? null) : null
}

/** The missing parts for a message; null if none are missing or no line is required. */
export function missingLicense(requirement: LicenseRequirement, kind: MessageKind): string | null {
  return isRequired(requirement, kind) ? requirement.missing : null
}

function isRequired({ isFirstContact, appliesTo }: LicenseRequirement, kind: MessageKind): boolean {
  return isFirstContact || (appliesTo === 'marketing' && kind === 'marketing')
}

/** The text with the line, which is added where it is missing: first in a call, last in a message. */
export function withRequiredLine(text: string, line: string | null, channel: Channel): string {
  if (line === null || oneLine(text).includes(oneLine(line))) return text
  if (channel === 'call') return `${line}\n\n${text.trimStart()}`
  return `${text.trimEnd()}${channel === 'text' ? '\n' : '\n\n'}${line}`
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

const ruleOf = (state: string): LicenseRule => LICENSE_RULES[state] ?? FALLBACK_RULE

/** For a state without a line in the table, such as a territory. */
const FALLBACK_RULE: LicenseRule = {
  ...{ shows: ['name', 'license-number', 'brokerage'], appliesTo: 'marketing' },
  ...{ citation: 'the strictest common form', readOn: null, source: 'unverified' },
}

function itemValue(license: License, item: LicenseItem): string | null {
  const values: Readonly<Record<LicenseItem, string | null>> = {
    name: license.licensedName,
    'license-number': license.licenseNumber,
    'license-type': license.licenseType,
    brokerage: license.brokerageName,
    broker: license.brokerName,
    'brokerage-phone': license.brokeragePhone,
    'brokerage-address': license.brokerageAddress,
  }
  return values[item]
}

function linesOf(license: License, rule: LicenseRule): Record<Channel, string> {
  const full = fullLine(license, rule)
  const byChannel = {
    call: spokenLine(license, rule),
    text: shortLine(license, rule),
    email: full,
    letter: full,
  }
  return Object.fromEntries(CHANNELS.map((channel) => [channel, byChannel[channel]])) as typeof byChannel
}

/** `Ada Okafor, DRE #01234567, Okafor Realty`: in text messages, only what the rule asks for. */
function shortLine(license: License, rule: LicenseRule): string {
  return rule.shows
    .map((item) => (item === 'license-number' ? numberOf(license, rule) : itemValue(license, item)))
    .join(', ')
}

/** Several lines with all that the license says: what the rule asks for comes first. */
function fullLine(license: License, rule: LicenseRule): string {
  const { licensedName, licenseType, brokerageName, brokerName, brokerLicenseNumber, noticeUrl } = license
  const broker =
    brokerName && [`Broker: ${brokerName}`, brokerLicenseNumber].filter(Boolean).join(', license ')
  const contactPoints = [license.brokeragePhone, license.brokerageAddress].filter(Boolean).join(' · ')
  const notice = rule.noticeLabel && noticeUrl && `${rule.noticeLabel}: ${noticeUrl}`
  return [
    licenseType ? `${licensedName}, ${licenseType}` : licensedName,
    numberOf(license, rule),
    brokerageName,
    broker,
    contactPoints,
    notice,
  ]
    .filter(Boolean)
    .join('\n')
}

/** The opening of a call. */
function spokenLine(license: License, rule: LicenseRule): string {
  const { licensedName, licenseNumber, licenseType, brokerageName } = license
  const type = rule.shows.includes('license-type') && licenseType ? `, ${licenseType}` : ''
  const number = rule.shows.includes('license-number')
    ? `, ${stateName(license.state) ?? ''} real estate license ${licenseNumber}`
    : ''
  const phone =
    rule.shows.includes('brokerage-phone') && license.brokeragePhone ? `, ${license.brokeragePhone}` : ''
  return `This is ${licensedName}${type}${number}, a licensed real estate agent with ${brokerageName}${phone}.`
}

function numberOf({ state, licenseNumber }: License, { numberLabel }: LicenseRule): string {
  return numberLabel ? `${numberLabel}${licenseNumber}` : `${state} license ${licenseNumber}`
}

function noteOf(license: License, rule: LicenseRule, contactState: string | null): string | null {
  const place = stateName(license.state) ?? license.state
  const code = contactState && stateCode(contactState)
  const otherState = code && code !== license.state ? (stateName(code) ?? code) : null
  const notes = [
    otherState && `You have no ${otherState} license on file, so we show your ${place} license.`,
    rule.source === 'unverified' &&
      `We haven’t checked ${place}’s rule, so we show the strictest form we know. Check it with your broker.`,
  ]
  return notes.filter(Boolean).join(' ') || null
}
