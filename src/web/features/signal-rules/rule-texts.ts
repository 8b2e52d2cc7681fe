import type { SignalRule } from '#contract/signal-rules.ts'
import { SUBTYPES, type Subtype } from '#domain/score/parameters.ts'
import { DATE_PATHS, FIRST_MATCH, findVariable, type Trait } from '#domain/signal-rules/variables.ts'
import { CATEGORIES } from '#domain/signals/categories.ts'
import { formatPercent, joinPresent } from '#web/lib/format.ts'
import { categoryLabel } from '#web/ui/category.tsx'

const SUBTYPE_LABELS: Record<Subtype, string> = {
  'death.estate': 'Estate',
  'death.survivor': 'Surviving spouse',
  'death.unknown': 'Death in the home',
  'divorce.filed': 'Divorce filed',
  'divorce.inferred': 'Likely divorce',
  'downsizing.state': 'Home larger than needed',
  'downsizing.retire': 'Retirement',
  'debt.nod': 'Notice of default',
  'debt.auction': 'Auction',
  'debt.taxlien': 'Tax lien',
  'debt.bankruptcy': 'Bankruptcy',
  'debt.armreset': 'Adjustable rate resets',
  diapers: 'Birth',
  'diplomas.young': 'Graduate under 30',
  'diplomas.other': 'Other graduate',
  diamonds: 'Marriage',
  'destinations.metro': 'Job in another area',
  'destinations.local': 'New local job',
  'disaster.damage': 'Damage to the home',
  'disaster.county': 'Disaster in the county',
}

/** Kinds of events under their categories. */
export const EVENT_GROUPS = CATEGORIES.map((category) => ({
  label: categoryLabel(category),
  options: (Object.keys(SUBTYPES) as Subtype[])
    .filter((subtype) => SUBTYPES[subtype].category === category)
    .map((value) => ({ value, label: SUBTYPE_LABELS[value] })),
}))

export const DATE_OPTIONS = [FIRST_MATCH, ...DATE_PATHS].map((value) => ({ value, label: dateLabel(value) }))

function dateLabel(dateFrom: string): string {
  return findVariable(dateFrom)?.text ?? 'Day the condition first holds'
}

const TRAIT_LABELS: Record<Trait, string> = {
  age: 'age',
  family: 'family status',
  marital: 'marital status',
}

/** `age and family status` */
export function traitsText(traits: readonly Trait[]): string {
  const labels = traits.map((trait) => TRAIT_LABELS[trait])
  return labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`
}

/** Event, confidence and date of a rule in one line. */
export function yieldText({ subtype, dateFrom, confidence }: SignalRule): string {
  const event = SUBTYPE_LABELS[subtype as Subtype] ?? subtype
  return joinPresent([event, `${formatPercent(confidence)} confidence`, dateLabel(dateFrom)], ' · ')
}
