import type { Relationship } from '../activities/relationship.ts'
import { CHANNELS, type Channel } from '../compliance/outreach.ts'
import type { ContactDetails } from '../identity/contact-details.ts'
import type { Category } from '../signals/categories.ts'
import { birthdayText, capitalize, dayText, dollars, plural, YEARS } from './answer-format.ts'
import { callingRuleText, FEDERAL_HOURS } from './calling-rule-answer.ts'
import { pointsText } from './data-answers.ts'
import { CHANNEL_NOUNS } from './filter-text.ts'
import { MEASURE_TEXTS } from './measures.ts'
import type { NamedContact } from './named-contact.ts'
import { type ContactFact, FACT_NAMES, type Measure } from './questions.ts'

export type KnownHome = {
  address: string
  type: string | null
  value: number | null
  years: number | null
  boughtOn: string | null
  price: number | null
  loan: number | null
  /** Annual, in percent. */
  rate: number | null
  bedrooms: number | null
  bathrooms: number | null
  squareFeet: number | null
  yearBuilt: number | null
}

export type KnownContact = NamedContact & {
  meaning: string
  /** The calibration that the score used; `outcomes` is null for members who see only some contacts. */
  calibration: {
    version: number
    outcomes: number | null
    before: { score: number; chance: number }
  } | null
  signals: readonly { category: Category; points: number; description: string | null }[]
  verified: { email: string; phone: string }
  enrichedAt: string | null
  openTasks: readonly string[]
  doNotContact: boolean
  email: string | null
  /** Formatted for reading. */
  phone: string | null
  address: string | null
  optedOutChannels: readonly Channel[]
  home: KnownHome | null
  /** Chance to move, 0 to 1. */
  chance: number | null
  partner: { firstName: string; lastName: string } | null
  age: number | null
  work: string | null
  /** `YYYY-MM-DD` or `--MM-DD`. */
  birthday: string | null
  /** `YYYY-MM-DD`, by logged activities and imports. */
  lastContactOn: string | null
  listed: boolean
  relationship: Relationship | null
  history: ContactDetails['history']
  labels: readonly string[]
  notes: string | null
}

const wholePercent = (share: number) => `${Math.round(share * 100)}%`

/** The fact asked about, or a note that it isn't on record. */
function factText(contact: KnownContact, about: ContactFact): string {
  const { name } = contact
  return FACT_TEXTS[about](contact) ?? `No ${FACT_NAMES[about]} is on record for ${name}.`
}

/** A measure of the home in a sentence; null if it isn't on record. */
const homeText =
  (measure: Measure, amountOf: (home: KnownHome) => number | null) =>
  ({ home }: KnownContact): string | null => {
    const value = home && amountOf(home)
    const { name, textOf } = MEASURE_TEXTS[measure]
    return home && value !== null ? `The ${name} of ${home.address}: ${textOf(value)}.` : null
  }
const equityOf = ({ value, loan }: KnownHome) => (value === null || loan === null ? null : value - loan)
const gainOf = ({ value, price }: KnownHome) => (value === null || price === null ? null : value - price)

const FACT_TEXTS: Record<ContactFact, (contact: KnownContact) => string | null> = {
  permission: permissionText,
  phone: ({ name, phone, verified }) => phone && `${name}'s phone number is ${phone} (${verified.phone}).`,
  email: ({ name, email, verified }) => email && `${name}'s email address is ${email} (${verified.email}).`,
  address: ({ name, address }) => address && `${name}'s address is ${address}.`,
  value: ({ home }) =>
    home?.value ? `The home at ${home.address} has an estimated value of ${dollars(home.value)}.` : null,
  tenure: ({ name, home }) => {
    if (!home || (home.years === null && !home.boughtOn)) return null
    const length = home.years === null ? '' : ` for ${plural(home.years, YEARS)}`
    return `${name} has owned ${home.address}${length}${home.boughtOn ? `, since ${dayText(home.boughtOn)}` : ''}.`
  },
  age: ({ name, age }) => (age === null ? null : `${name} is about ${age} years old.`),
  work: ({ name, work }) => work && `${name}: ${work}.`,
  birthday: ({ name, birthday }) => birthday && `${name}'s birthday is ${birthdayText(birthday)}.`,
  stage: ({ name, history }) =>
    history?.stage ? `${name} was in the stage “${history.stage}” in your previous CRM.` : null,
  source: ({ name, history }) => (history?.source ? `${name} came from ${history.source}.` : null),
  lastContact: ({ name, lastContactOn }) =>
    lastContactOn && `Your last contact with ${name} on record was on ${dayText(lastContactOn)}.`,
  listed: ({ name, listed }) =>
    listed
      ? `${name}'s home is listed for sale, so we leave ${name} off call lists.`
      : `${name}'s home isn't listed for sale, as far as the records show.`,
  callTime: ({ name, state }) =>
    `No best time is on record for ${name}. ${state ? callingRuleText(state) : `Federal hours apply: ${FEDERAL_HOURS}.`}`,
  notes: ({ name, notes }) =>
    notes ? `Notes on ${name}: ${notes.slice(0, NOTES_SHOWN)}` : `There are no notes on ${name}.`,
  tags: ({ name, labels }) =>
    labels.length > 0 ? `${name}'s tags: ${labels.join(', ')}.` : `${name} has no tags.`,
  partner: ({ name, partner }) =>
    partner && `${name}'s partner on record is ${partner.firstName} ${partner.lastName}.`,
  income: (contact) =>
    [
      FACT_TEXTS.partner(contact),
      `We don't store marital status, children, income or beliefs, so that is unknown for ${contact.name}.`,
    ]
      .filter(Boolean)
      .join(' '),
  owner: (contact) =>
    FACT_TEXTS.tenure(contact) ??
    (contact.home ? `A home is on record for ${contact.name}: ${contact.home.address}.` : null),
  equity: homeText('equity', equityOf),
  loan: homeText('loan', ({ loan }) => loan),
  rate: homeText('rate', ({ rate }) => rate),
  price: homeText('price', ({ price }) => price),
  gain: homeText('gain', gainOf),
  bedrooms: homeText('bedrooms', ({ bedrooms }) => bedrooms),
  squareFeet: homeText('squareFeet', ({ squareFeet }) => squareFeet),
  yearBuilt: homeText('yearBuilt', ({ yearBuilt }) => yearBuilt),
  chance: ({ name, chance }) =>
    chance === null ? null : `The chance that ${name} moves within 12 months is ${wholePercent(chance)}.`,
  tasks: ({ name, openTasks }) =>
    openTasks.length > 0 ? `Open tasks for ${name}: ${openTasks.join('; ')}.` : `${name} has no open task.`,
}

/** Opens every answer about a person who opted out. */
function optOutText({ doNotContact, optedOutChannels }: KnownContact): string | false {
  if (doNotContact) return "Do not contact: you can't call, text, email or write to this person."
  if (optedOutChannels.length === 0) return false
  const nounsOf = (channels: readonly Channel[]) => channels.map((each) => CHANNEL_NOUNS[each]).join(', ')
  const others = CHANNELS.filter((each) => !optedOutChannels.includes(each))
  return `This person opted out of ${nounsOf(optedOutChannels)}${others.length > 0 ? `, not of ${nounsOf(others)}` : ''}.`
}

/** Whether anything on record speaks against contacting the person; `optOutText` says so for opt-outs. */
function permissionText({ name, doNotContact, optedOutChannels, listed }: KnownContact): string {
  if (doNotContact) return ''
  const rules = 'Calling hours and do-not-call registries still apply.'
  if (listed) return `${name}'s home is listed for sale, so we leave ${name} off call lists. ${rules}`
  return optedOutChannels.length > 0
    ? rules
    : `${name} isn't marked do not contact and hasn't opted out of calls, texts, emails or letters. ${rules}`
}

/** In characters. */
const NOTES_SHOWN = 300

function historyText({ history }: KnownContact): string | false {
  if (!history) return false
  const parts = [
    history.stage && `stage ${history.stage}`,
    history.source && `source ${history.source}`,
    history.lastClosingOn && `last closing ${dayText(history.lastClosingOn)}`,
  ].filter(Boolean)
  return parts.length > 0 && `From your previous CRM: ${parts.join(', ')}.`
}

/** The calibration that the score used, with score and chance before and after it. */
function calibrationText({ calibration, score, chance }: KnownContact): string | false {
  if (!calibration || score === null || chance === null) return false
  const { version, outcomes, before } = calibration
  const known = outcomes === null ? 'outcomes' : plural(outcomes, ['known outcome', 'known outcomes'])
  return (
    `Adjusted to your ${known} (version ${version}): score ${before.score} became ${score}, ` +
    `chance ${wholePercent(before.chance)} became ${wholePercent(chance)}.`
  )
}

/** The home with its value, or the address alone. */
function homeLine({ home, address }: KnownContact): string | null {
  if (!home?.value) return address && `Address: ${address}.`
  const owned = home.years === null ? '' : `, owned for ${plural(home.years, YEARS)}`
  return `Home: ${home.address}, estimated value ${dollars(home.value)}${owned}.`
}

export function contactText(contact: KnownContact, about?: ContactFact): string {
  const { name, score, meaning, points, signals, verified, phone, email } = contact
  const place = [contact.city, contact.state].filter(Boolean).join(', ')
  const why = pointsText(points)
  return [
    optOutText(contact),
    about && factText(contact, about),
    `${name}${place && `, ${place}`}: ${score === null ? 'not scored yet' : `score ${score}`}.`,
    score !== null && `${meaning}.`,
    calibrationText(contact),
    why && `Points by category: ${why}.`,
    ...signals
      .slice(0, 5)
      .map((each) => `- ${capitalize(each.category)}: ${each.description ?? 'a record was found'}`),
    score === 0 && 'No sign of a move found.',
    `Phone: ${phone ? `${phone} (${verified.phone})` : 'none'}. Email: ${email ? `${email} (${verified.email})` : 'none'}.`,
    homeLine(contact),
    contact.birthday && `Birthday: ${birthdayText(contact.birthday)}.`,
    contact.lastContactOn && `Last contact: ${dayText(contact.lastContactOn)}.`,
    contact.relationship && `Relationship: ${contact.relationship.replace('_', ' ')}.`,
    contact.listed && 'The home is listed for sale.',
    historyText(contact),
    contact.labels.length > 0 && `Tags: ${contact.labels.join(', ')}.`,
    contact.notes && `Notes: ${contact.notes.slice(0, NOTES_SHOWN)}`,
    contact.enrichedAt
      ? `Enriched on ${dayText(contact.enrichedAt)}.`
      : 'Never enriched: enrich the contact to look for signals.',
    contact.openTasks.length > 0 && `${plural(contact.openTasks.length, ['open task', 'open tasks'])}.`,
  ]
    .filter(Boolean)
    .join('\n')
}
