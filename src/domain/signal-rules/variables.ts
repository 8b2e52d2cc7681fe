import { RELATIONSHIPS } from '../activities/relationship.ts'
import type { Category } from '../signals/categories.ts'

/** Protected traits that a rule may rest on with a logged reason, and then only for the order of lists. */
export const TRAITS = ['age', 'family', 'marital'] as const
export type Trait = (typeof TRAITS)[number]

export type RuleVariable = {
  /** As written in rules, such as `property.value`. */
  path: string
  type: 'bool' | 'int' | 'double' | 'string' | 'date'
  text: string
  /** `place` variables can't decide alone. */
  kind?: 'place' | Trait
  /** Possible numbers, or how many days ago a date can be. */
  range?: readonly [number, number]
  /** Possible texts. */
  values?: readonly string[]
  /** True if it is known of every contact. */
  isAlwaysKnown?: true
}

const PAST = [0, 40_000] as const

/** Variables of a contact that rules can use; names, languages and photos are left out on purpose. */
export const RULE_VARIABLES: readonly RuleVariable[] = [
  { path: 'contact.source', type: 'string', text: 'Lead source' },
  {
    path: 'contact.createdOn',
    type: 'date',
    text: 'Day the contact was added',
    range: PAST,
    isAlwaysKnown: true,
  },
  { path: 'contact.enrichedOn', type: 'date', text: 'Day of the last enrichment', range: PAST },
  { path: 'contact.hasPhone', type: 'bool', text: 'Has a phone number', isAlwaysKnown: true },
  { path: 'contact.hasEmail', type: 'bool', text: 'Has an email address', isAlwaysKnown: true },
  { path: 'contact.tenure', type: 'string', text: 'Owns or rents the home', values: ['owner', 'renter'] },
  { path: 'contact.age', type: 'int', text: 'Age in years', kind: 'age', range: [18, 120] },
  { path: 'contact.city', type: 'string', text: 'City of the address on file', kind: 'place' },
  { path: 'contact.state', type: 'string', text: 'State, such as IL', kind: 'place' },
  { path: 'contact.zip', type: 'string', text: 'Five-digit ZIP code', kind: 'place' },
  { path: 'household.size', type: 'int', text: 'People in the household', kind: 'family', range: [1, 30] },
  {
    path: 'household.children',
    type: 'int',
    text: 'Children in the household',
    kind: 'family',
    range: [0, 20],
  },
  { path: 'household.married', type: 'bool', text: 'Lives with a spouse', kind: 'marital' },
  { path: 'property.type', type: 'string', text: 'Kind of home, as the assessor names it' },
  { path: 'property.value', type: 'int', text: 'Estimated value in dollars', range: [0, 1e9] },
  { path: 'property.bedrooms', type: 'int', text: 'Bedrooms', range: [0, 100] },
  { path: 'property.bathrooms', type: 'double', text: 'Bathrooms', range: [0, 100] },
  { path: 'property.squareFeet', type: 'int', text: 'Living area in square feet', range: [0, 1e6] },
  { path: 'property.yearBuilt', type: 'int', text: 'Year built', range: [1600, 2200] },
  { path: 'property.lastSaleOn', type: 'date', text: 'Day of the last sale', range: PAST },
  { path: 'property.lastSalePrice', type: 'int', text: 'Price of the last sale in dollars', range: [0, 1e9] },
  { path: 'property.yearsOwned', type: 'double', text: 'Years since the last sale', range: [0, 120] },
  { path: 'property.ownerOccupied', type: 'bool', text: 'The owner lives there' },
  { path: 'property.listed', type: 'bool', text: 'Listed for sale' },
  { path: 'property.loanToValue', type: 'double', text: 'Loans divided by value; 1 is 100%', range: [0, 10] },
  { path: 'property.loanRate', type: 'double', text: 'Rate of the first loan in percent', range: [0, 40] },
  { path: 'property.hasAdjustableLoan', type: 'bool', text: 'A loan has an adjustable rate' },
  {
    path: 'property.loanResetOn',
    type: 'date',
    text: 'First reset of an adjustable rate',
    range: [-20_000, 20_000],
  },
  { path: 'property.count', type: 'int', text: 'Properties on record', range: [0, 1000] },
  { path: 'property.city', type: 'string', text: 'City of the home', kind: 'place' },
  { path: 'property.state', type: 'string', text: 'State of the home', kind: 'place' },
  { path: 'property.zip', type: 'string', text: 'ZIP code of the home', kind: 'place' },
  { path: 'relationship.type', type: 'string', text: 'How you know the contact', values: RELATIONSHIPS },
  {
    path: 'relationship.lastConversationOn',
    type: 'date',
    text: 'Day of the last conversation',
    range: PAST,
  },
  { path: 'relationship.lastClosingOn', type: 'date', text: 'Day of the last closing with you', range: PAST },
]

/** Fields of an entry of `records` and `lifeRecords`. */
export const RECORD_VARIABLES: readonly RuleVariable[] = [
  { path: 'category', type: 'string', text: 'Category, such as debt' },
  { path: 'subtype', type: 'string', text: 'Kind of event, such as debt.nod' },
  { path: 'on', type: 'date', text: 'Day of the event', range: [-400, 4000] },
  { path: 'confidence', type: 'double', text: 'Confidence, 0 to 1', range: [0, 1] },
]

export const RULE_LISTS = [
  { path: 'tags', text: 'Names of the tags' },
  { path: 'records', text: 'Signals about debt, a new job or a disaster' },
  { path: 'lifeRecords', text: 'Signals about family, marriage, age or death; needs a reason' },
] as const

/** Categories whose signals say nothing about family, marriage or age. All others are in `lifeRecords`. */
export const NEUTRAL_CATEGORIES: readonly Category[] = ['debt', 'destinations', 'disaster']

export const RULE_FUNCTIONS = [
  { name: 'daysSince', signature: 'daysSince(date)', text: 'Full days since a date; negative before it' },
  { name: 'monthsSince', signature: 'monthsSince(date)', text: 'Full months since a date' },
  { name: 'yearsSince', signature: 'yearsSince(date)', text: 'Full years since a date' },
  { name: 'date', signature: 'date("2026-01-31")', text: 'A day' },
  { name: 'has', signature: 'has(property.value)', text: 'True if the value is known' },
  { name: 'size', signature: 'size(tags)', text: 'Number of entries' },
  { name: 'includes', signature: 'tags.includes("Sphere")', text: 'True if the contact has this tag' },
  {
    name: 'exists',
    signature: 'records.exists(r, r.category == "debt")',
    text: 'True if the condition holds for one of the records',
  },
] as const

/** Dates that a signal can take: the day when the rule first held, or a variable. */
export const FIRST_MATCH = 'first_match'
export const DATE_PATHS: readonly string[] = RULE_VARIABLES.filter(({ type }) => type === 'date').map(
  ({ path }) => path,
)

const BY_PATH = new Map(RULE_VARIABLES.map((variable) => [variable.path, variable]))

export function findVariable(path: string): RuleVariable | undefined {
  return BY_PATH.get(path)
}
