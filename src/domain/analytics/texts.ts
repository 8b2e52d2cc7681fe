import type { ActivityType } from '#domain/activities/activity.ts'
import { formatValue } from '#domain/charts/values.ts'
import type { ANALYTICS_VIEWS } from './metrics.ts'
import type { Milestone } from './milestones.ts'

export const VIEW_LABELS: Readonly<Record<(typeof ANALYTICS_VIEWS)[number], string>> = {
  overview: 'Overview',
  funnel: 'Funnel',
  response: 'Response time',
  members: 'Members',
  bands: 'Score bands',
  movement: 'Score movement',
  coverage: 'Data coverage',
  credits: 'Credits',
  pipeline: 'Pipeline',
  neighborhoods: 'Neighborhoods',
}

export const MILESTONE_LABELS: Readonly<Record<Milestone, string>> = {
  signal: 'Signal',
  contacted: 'Contacted',
  conversation: 'Conversation',
  appointment_set: 'Appointment set',
  appointment_held: 'Appointment held',
  agreement_signed: 'Agreement signed',
  under_contract: 'Under contract',
  closed: 'Closed',
  lost: 'Lost',
}

/** Name of the series with the figures of the period before. */
export const PERIOD_BEFORE = 'Period before'

export const ACTIVITY_LABELS: Readonly<Record<ActivityType, string>> = {
  call: 'Calls',
  text: 'Texts',
  email: 'Emails',
  meeting: 'Meetings',
  letter: 'Letters',
  note: 'Notes',
  showing: 'Showings',
}

export const COVERAGE_LABELS = {
  phone: 'Phone number',
  email: 'Email address',
  address: 'Home address',
  birthYear: 'Birth year',
  tenure: 'Years owned',
  source: 'Lead source',
  enrichment: 'Enrichment',
  score: 'Score',
} as const
export type CoverageField = keyof typeof COVERAGE_LABELS

/** Former members keep their work, not their name. Work without a member on record has a name of its own. */
export function memberNameOf({ name, isFormer }: { name: string; isFormer: boolean }): string {
  return isFormer ? 'Former member' : name
}

/** Results of members, in the order of the columns. */
export const MEMBER_OUTCOMES = [
  ['conversations', 'Conversations'],
  ['contacted', 'People contacted'],
  ['appointmentsSet', 'Appointments set'],
  ['appointmentsHeld', 'Appointments held'],
  ['agreementsSigned', 'Agreements signed'],
  ['underContract', 'Under contract'],
  ['closed', 'Closed'],
  ['lost', 'Lost'],
] as const

/** A category or lead source of a row. */
export function categoryText(category: string): string {
  return category.charAt(0).toUpperCase() + category.slice(1)
}

/** Bounds of a bucket of response times: `8 min`, `1 h 4 min`. */
export function minutesText(minutes: number): string {
  return minutes < 10 ? `${+minutes.toFixed(1)} min` : formatValue(minutes, 'minutes')
}

/** Scores of a band of 20: `40–59`. */
function bandText(index: number): string {
  return `${index * 20}–${index === 4 ? 100 : index * 20 + 19}`
}

const METRIC_TITLES: Readonly<Record<string, string>> = {
  activity: 'Activities',
  conversation: 'Conversations',
  response: 'First contact after a signal',
  signal: 'New signals',
  'score.gained': 'Gained points',
  'score.rose': 'Score went up',
  'score.fell': 'Score went down',
  'score.new': 'First score',
  score: 'Score changes',
  credit: 'Credits used',
  contact: 'Contacts',
  'contact.added': 'Contacts added',
  move: 'Moves',
}

/** Title of the list of people that a metric of the API counts. */
export function metricTitle(metric: string): string {
  const [kind = '', ...rest] = metric.split('.')
  const last = rest.at(-1) ?? ''
  if (kind === 'milestone') return MILESTONE_LABELS[last as Milestone] ?? 'Milestones'
  if (kind === 'stage') return `In the pipeline: ${MILESTONE_LABELS[last as Milestone] ?? last}`
  if (kind === 'activity' && last) return ACTIVITY_LABELS[last as ActivityType] ?? 'Activities'
  if (kind === 'band') return `${rest[1] === 'moved' ? 'Moved' : 'Scored'}: ${bandText(Number(rest[0]))}`
  if (kind === 'coverage') return `Missing: ${COVERAGE_LABELS[last as CoverageField] ?? last}`
  return METRIC_TITLES[metric] ?? METRIC_TITLES[kind] ?? 'People'
}
