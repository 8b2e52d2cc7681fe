import type { Channel } from '../compliance/outreach.ts'
import { formatPhone } from '../identity/phone.ts'
import { birthdayText, dayText, dollars, plural, YEARS } from './answer-format.ts'
import { MEASURE_TEXTS } from './measures.ts'
import type { NamedContact } from './named-contact.ts'
import {
  type ContactFact,
  FACT_NAMES,
  type ListOrder,
  MEASURES,
  type Measure,
  type QuestionFilter,
} from './questions.ts'

/** Facts that a list can show. */
export const LISTED_FACTS = [
  'phone',
  'email',
  'address',
  'birthday',
  'age',
  'value',
  'tenure',
  'lastContact',
  'closing',
  'bought',
  'restriction',
  'added',
  'source',
  'stage',
  'score',
  'verification',
  ...MEASURES,
] as const
export type ListedFact = (typeof LISTED_FACTS)[number]

const isListed = (fact: ContactFact | undefined): fact is ContactFact & ListedFact =>
  (LISTED_FACTS as readonly (string | undefined)[]).includes(fact)

/** The fact that a list shows beside each name, by what the question asks or is about. */
export function listedFact(filter: QuestionFilter, order?: ListOrder, show?: ContactFact): ListedFact | null {
  if (isListed(show)) return show
  if (order) return order.by === 'score' ? null : order.by
  const by: readonly [ListedFact, unknown][] = [
    ['restriction', filter.restricted || filter.optedOut],
    ['lastContact', filter.contactedBefore ?? filter.contactedSince],
    [filter.measures?.[0]?.measure ?? 'equity', filter.measures?.length],
    ['value', filter.valueFrom ?? filter.valueTo],
    ['tenure', filter.yearsFrom ?? filter.yearsTo],
    ['bought', filter.boughtFrom ?? filter.boughtTo ?? filter.boughtMonth ?? filter.boughtDays],
    ['age', filter.ageFrom ?? filter.ageTo],
    ['birthday', filter.birthdayMonth ?? filter.birthdayDays],
    ['closing', filter.closingMonth ?? filter.closingDays],
    ['added', filter.addedSince ?? filter.addedBefore],
    ['verification', filter.failed ?? filter.unverified],
    ['address', filter.street],
    ['email', filter.emailDomain],
  ]
  return by.find(([, value]) => value)?.[0] ?? null
}

const measureText = (measure: Measure) => (fact: string) => MEASURE_TEXTS[measure].textOf(Number(fact))
const FACT_TEXTS: Record<Exclude<ListedFact, 'restriction'>, (fact: string) => string> = {
  phone: formatPhone,
  email: (fact) => fact,
  address: (fact) => fact,
  birthday: birthdayText,
  age: (fact) => `${fact} years old`,
  value: (fact) => dollars(Number(fact)),
  tenure: (fact) => plural(Number(fact), YEARS),
  lastContact: dayText,
  closing: dayText,
  bought: dayText,
  added: (fact) => `added ${dayText(fact)}`,
  source: (fact) => fact,
  stage: (fact) => fact,
  score: (fact) => `score ${fact}`,
  verification: (fact) => fact,
  ...(Object.fromEntries(MEASURES.map((measure) => [measure, measureText(measure)])) as Record<
    Measure,
    (fact: string) => string
  >),
}

const OPT_OUT_TEXTS: Record<Channel, string> = {
  call: 'no calls',
  text: 'no text messages',
  email: 'no emails',
  letter: 'no letters',
}

/** The fact of a contact as a list shows it. */
export function factOf(
  { fact: value, doNotContact, optedOutChannels = [] }: NamedContact,
  fact: ListedFact,
): string {
  if (fact === 'restriction')
    return doNotContact ? 'do not contact' : optedOutChannels.map((each) => OPT_OUT_TEXTS[each]).join(', ')
  if (value) return FACT_TEXTS[fact](value)
  if (fact === 'lastContact') return 'never'
  return fact in FACT_NAMES ? `no ${FACT_NAMES[fact as keyof typeof FACT_NAMES]} on record` : 'unknown'
}
