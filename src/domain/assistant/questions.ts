import { z } from 'zod'
import { RELATIONSHIPS } from '../activities/relationship.ts'
import { CHANNELS, type Channel } from '../compliance/outreach.ts'
import { CATEGORIES } from '../signals/categories.ts'

/** Contacts named in one answer. */
export const LIST_LIMIT = 10

const score = z.number().int().min(0).max(100)

/** Numbers of a home or person beside its value, the years owned, the age and the score. */
export const MEASURES = [
  'equity',
  'equityShare',
  'loan',
  'rate',
  'price',
  'gain',
  'bedrooms',
  'bathrooms',
  'squareFeet',
  'yearBuilt',
  'chance',
] as const
export type Measure = (typeof MEASURES)[number]

/** Details that a contact can have or lack. */
export const DETAILS = [
  'phone',
  'email',
  'address',
  'birthday',
  'age',
  'value',
  'enrichment',
  'lastContact',
  'lastName',
  'zip',
  'city',
  'state',
  'notes',
  'tag',
  'source',
  'stage',
  'relationship',
  'score',
  'signal',
  'task',
  'tenure',
  'home',
  'work',
  ...MEASURES,
] as const
export type Detail = (typeof DETAILS)[number]

const amount = z.number().min(0).max(1e9).optional()
const year = z.number().int().min(1900).max(2100).optional()
const month = z.number().int().min(1).max(12).optional()
const monthDay = z.string().regex(/^\d\d-\d\d$/)
/** Days of the year from `MM-DD` to `MM-DD`, which may span New Year. */
const yearDays = z.strictObject({ from: monthDay, to: monthDay })
export type YearDays = z.infer<typeof yearDays>
const label = z.string().trim().min(1).max(100).optional()

/** Which of the caller's contacts a question is about; an omitted field sets no condition. Bounds are inclusive. */
export const questionFilter = z.strictObject({
  scoreFrom: score.optional(),
  scoreTo: score.optional(),
  /** Has an active signal of this category. */
  signal: z.enum(CATEGORIES).optional(),
  /** A city, a state by name or abbreviation, or a ZIP code. */
  place: z.string().trim().toLowerCase().min(2).max(60).optional(),
  /** A further place; contacts in either match. */
  otherPlace: z.string().trim().toLowerCase().min(2).max(60).optional(),
  /** A county, and the ZIP codes in it once they are known. */
  county: z.string().trim().toLowerCase().min(2).max(60).optional(),
  zips: z.array(z.string()).optional(),
  /** Lives outside this state or place. */
  outside: z.string().trim().toLowerCase().min(2).max(60).optional(),
  street: z.string().trim().toLowerCase().min(3).max(60).optional(),
  verified: z.enum(['email', 'phone', 'address', 'any']).optional(),
  /** Failed its verification, or was never verified. */
  failed: z.enum(['email', 'phone', 'address', 'any']).optional(),
  unverified: z.enum(['email', 'phone', 'address', 'any']).optional(),
  scored: z.boolean().optional(),
  /** The home is listed for sale. */
  listed: z.boolean().optional(),
  has: z.array(z.enum(DETAILS)).max(DETAILS.length).optional(),
  lacks: z.array(z.enum(DETAILS)).max(DETAILS.length).optional(),
  /** One of the details in `lacks` is enough. */
  either: z.boolean().optional(),
  measures: z
    .array(
      z.strictObject({
        measure: z.enum(MEASURES),
        from: z.number().optional(),
        to: z.number().optional(),
      }),
    )
    .max(4)
    .optional(),
  tenure: z.enum(['owner', 'renter']).optional(),
  /** The owner lives elsewhere. */
  absentee: z.boolean().optional(),
  /** Kind of home. */
  homeType: z.enum(['condo', 'townhouse', 'single', 'multi', 'land']).optional(),
  addedSince: z.iso.date().optional(),
  addedBefore: z.iso.date().optional(),
  /** A first or last name. */
  named: label,
  /** First digits of the phone number. */
  areaCode: z
    .string()
    .regex(/^\d{3}$/)
    .optional(),
  /** Estimated value of a home in dollars. */
  valueFrom: amount,
  valueTo: amount,
  /** Years that a home has been owned. */
  yearsFrom: amount,
  yearsTo: amount,
  boughtFrom: year,
  boughtTo: year,
  ageFrom: amount,
  ageTo: amount,
  birthdayMonth: month,
  birthdayDays: yearDays.optional(),
  /** Month of the purchase of the home. */
  boughtMonth: month,
  boughtDays: yearDays.optional(),
  emailDomain: label,
  /** Month of the last closing. */
  closingMonth: month,
  closingDays: yearDays.optional(),
  /** Last contacted before this day, or never. */
  contactedBefore: z.iso.date().optional(),
  contactedSince: z.iso.date().optional(),
  relationship: z.enum(RELATIONSHIPS).optional(),
  label,
  stage: label,
  source: label,
  /** Marked do not contact, or opted out of a channel. */
  restricted: z.boolean().optional(),
  canContact: z.boolean().optional(),
  optedOut: z.enum(CHANNELS).optional(),
  /** A city, tag, stage or source. */
  word: label,
})
export type QuestionFilter = z.infer<typeof questionFilter>

/** Orders of a list, highest first; without one, the highest scores come first. */
const ORDERS = ['value', 'tenure', 'age', 'lastContact', 'added', 'score', ...MEASURES] as const
export const listOrder = z.strictObject({ by: z.enum(ORDERS), lowest: z.boolean().optional() })
export type ListOrder = z.infer<typeof listOrder>

/** `now` is what is overdue or due today. */
export const TASK_QUESTIONS = ['now', 'overdue', 'today', 'week', 'mine', 'open'] as const

/** Single facts that a question about one contact can ask for. */
export const FACT_NAMES = {
  permission: 'permission',
  phone: 'phone number',
  email: 'email address',
  address: 'address',
  value: 'home value',
  tenure: 'purchase of a home',
  age: 'age',
  work: 'employer',
  birthday: 'birthday',
  stage: 'stage',
  source: 'lead source',
  lastContact: 'date of the last contact',
  listed: 'listing',
  tasks: 'task',
  callTime: 'time zone',
  notes: 'note',
  tags: 'tag',
  partner: 'spouse or partner',
  income: 'income, marital status or family',
  owner: 'home ownership',
  equity: 'equity',
  loan: 'loan',
  rate: 'loan rate',
  price: 'purchase price',
  gain: 'gain',
  bedrooms: 'number of bedrooms',
  squareFeet: 'size of the home',
  yearBuilt: 'year of construction',
  chance: 'chance to move',
} as const
export type ContactFact = keyof typeof FACT_NAMES
export const CONTACT_FACTS = Object.keys(FACT_NAMES) as ContactFact[]

export const STATISTIC_FIELDS = ['value', 'tenure', 'age', 'score', ...MEASURES] as const
export type StatisticField = (typeof STATISTIC_FIELDS)[number]
export const BREAKDOWN_KEYS = [
  'city',
  'zip',
  'state',
  'source',
  'stage',
  'tag',
  'relationship',
  'signal',
] as const
export type BreakdownKey = (typeof BREAKDOWN_KEYS)[number]

const name = z.string().trim().min(1).max(100)

/** A message to draft for a contact, found by name. */
export const draftRequest = z.strictObject({ name, channel: z.enum(CHANNELS) })
export type DraftRequest = z.infer<typeof draftRequest>
/** Words for a message and the channel they mean; the first match counts. */
export const LETTER_KINDS: readonly [RegExp, Channel][] = [
  [/\b(?:text|sms)/, 'text'],
  [/e-?mail/, 'email'],
  [/letter|note|card/, 'letter'],
  [/call|voicemail|script/, 'call'],
]

/** Which contacts a list or count covers. */
type ContactScope = {
  narrowing: QuestionFilter
  /** Ids of the contacts that the answer is limited to. */
  among?: readonly string[]
  /** The word in `narrowing` is no word of the documentation. */
  isCertain?: boolean
}

/** A question about the caller's own data; answering one only ever reads. */
export type DataQuestion =
  /** Without a channel any way of contact will do. */
  | ({ tool: 'whom_to_call'; limit: number; channel?: Channel } & ContactScope)
  /** `since` is a day, `YYYY-MM-DD`, or the caller's last visit. */
  | { tool: 'changes'; since: string | 'last_visit' }
  /** `isShare` gives the percentage of all contacts as well. */
  | ({ tool: 'count_contacts'; isShare?: boolean } & ContactScope)
  /** `isForOutreach` leaves out do-not-contact people and owners of listed homes. */
  | ({
      tool: 'top_contacts'
      limit: number
      isForOutreach?: boolean
      order?: ListOrder | undefined
      /** A fact to show of each contact. */
      show?: ContactFact | undefined
    } & ContactScope)
  | { tool: 'tasks'; which: (typeof TASK_QUESTIONS)[number] }
  | { tool: 'contact'; name: string; about?: ContactFact | undefined }
  | { tool: 'compare'; names: string[]; about?: ContactFact | undefined }
  /** The owner of an email address or phone number. */
  | { tool: 'reach'; text: string }
  | ({ tool: 'draft' } & DraftRequest)
  | { tool: 'credits_used'; month?: 'last' | undefined }
  | { tool: 'duplicates' }
  /** The average, median or sum of a number. */
  | {
      tool: 'statistic'
      narrowing: QuestionFilter
      of: StatisticField
      kind: 'average' | 'median' | 'total'
      /** Places to compare. */
      places?: string[]
    }
  /** Counts of contacts by a property, largest first; `values` limits them. */
  | { tool: 'breakdown'; narrowing: QuestionFilter; by: BreakdownKey; values?: string[] | undefined }
  | { tool: 'billing' }
  | { tool: 'credits' }

/** Tells if a question has a name or word that may also be one of the documentation. */
export const isGuess = (question: DataQuestion): boolean =>
  question.tool === 'contact' ||
  question.tool === 'compare' ||
  ('narrowing' in question && question.narrowing.word !== undefined)
