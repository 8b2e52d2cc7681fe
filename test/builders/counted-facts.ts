// Counts what analytics counts, in TypeScript and from the rows of an organization, for comparison with its SQL.
import type { AnalyticsFilter, DayRange } from '#contract/analytics/query.ts'
import { type ActivityOutcome, type ActivityType, isConversation } from '#domain/activities/activity.ts'
import { FUNNEL_MILESTONES } from '#domain/analytics/milestones.ts'
import { bucketOf } from '#domain/analytics/response-times.ts'
import { americanDay } from '#server/platform/clock.ts'
import type { Query } from '#server/platform/db/query.ts'

type Fact = {
  day: string
  metric: string
  contact: string | null
  member: string | null
  sum: number
}
type Step = { contact: string; side: string; rank: number; at: string; member: string | null }
type CountedContact = { values: Record<string, string[]>; owner: string | null }
export type CountedFacts = { facts: Fact[]; contacts: Map<string, CountedContact> }

/** Steps toward a closing and losses, of which milestones are made. */
type Tally = { facts: Fact[]; steps: Step[]; losses: Step[] }
type Read = <T>(table: string, columns: string) => Promise<T[]>

/** All events of an organization. */
export async function countFacts(owner: Query, organizationId: string): Promise<CountedFacts> {
  const read: Read = (table, columns) =>
    owner.rows(`select ${columns} from ${table} where organization_id = $1`, [organizationId])
  const tally: Tally = { facts: [], steps: [], losses: [] }
  const activities = await countActivities(tally, read)
  await countSignals(tally, read, activities)
  await countAppointments(tally, read)
  await countReported(tally, read)
  await countMoves(tally, read)
  countMilestones(tally)
  await countScoresAndCredits(tally, read)
  return { facts: tally.facts, contacts: await readContacts(tally, read) }
}

function add(
  { facts }: Tally,
  at: string,
  metric: string,
  { contact, member = null, sum = 0 }: { contact: string | null; member?: string | null; sum?: number },
): void {
  facts.push({ day: americanDay(new Date(at)), metric, contact, member, sum })
}

const rankOf = (milestone: string) => (FUNNEL_MILESTONES as readonly string[]).indexOf(milestone)

function addStep({ steps }: Tally, milestone: string, step: Omit<Step, 'rank'>): void {
  steps.push({ ...step, rank: rankOf(milestone) })
}

type Activity = {
  contactId: string
  type: ActivityType
  outcome: ActivityOutcome | null
  at: string
  recordedBy: string | null
}

/** @returns those that contact someone */
async function countActivities(tally: Tally, read: Read): Promise<Activity[]> {
  const activities = await read<Activity>('activities', 'contact_id, type, outcome, at, recorded_by')
  for (const activity of activities) {
    const { contactId: contact, type, outcome, at, recordedBy: member } = activity
    add(tally, at, `activity.${type}`, { contact, member })
    if (isConversation(activity)) add(tally, at, 'conversation', { contact, member })
    if (type === 'note') continue
    const step = { contact, side: type === 'showing' ? 'buyer' : 'seller', at, member }
    addStep(tally, 'contacted', step)
    if (outcome === 'appointment') addStep(tally, 'appointment_set', step)
    if (!isConversation(activity)) continue
    addStep(tally, 'conversation', step)
    if (type === 'meeting' || type === 'showing') addStep(tally, 'appointment_held', step)
  }
  return activities.filter(({ type }) => type !== 'note')
}

async function countSignals(tally: Tally, read: Read, activities: readonly Activity[]): Promise<void> {
  type Signal = { contactId: string; category: string; detectedAt: string }
  const signals = await read<Signal>('signals', 'contact_id, category, detected_at')
  for (const { contactId, category, detectedAt } of signals)
    add(tally, detectedAt, `signal.${category}`, { contact: contactId })
  for (const [contact, own] of Map.groupBy(signals, ({ contactId }) => contactId)) {
    const at = own.map(({ detectedAt }) => detectedAt).sort()[0] ?? ''
    addStep(tally, 'signal', { contact, side: 'seller', at, member: null })
    const [answer] = activities
      .filter((activity) => activity.contactId === contact && activity.at >= at)
      .toSorted((a, b) => a.at.localeCompare(b.at) || compareMembers(a.recordedBy, b.recordedBy))
    if (!answer) continue
    const seconds = (Date.parse(answer.at) - Date.parse(at)) / 1000
    const values = { contact, member: answer.recordedBy, sum: Math.floor(seconds) }
    add(tally, answer.at, `response.${bucketOf(seconds / 60)}`, values)
  }
}

/** No member comes last, as in SQL. */
const compareMembers = (a: string | null, b: string | null) => (a ?? 'z').localeCompare(b ?? 'z')

const REACHED: Record<string, string> = {
  active: 'agreement_signed',
  pending: 'under_contract',
  closed: 'closed',
}

async function countAppointments(tally: Tally, read: Read): Promise<void> {
  type Task = {
    contactId: string
    completedAt: string | null
    assignedTo: string | null
    kind: string | null
  }
  for (const task of await read<Task>(
    'tasks',
    `contact_id, completed_at, assigned_to, metadata ->> 'kind' as kind`,
  )) {
    if (task.completedAt === null || task.kind !== 'appointment') continue
    const step = { contact: task.contactId, side: 'seller', at: task.completedAt, member: task.assignedTo }
    addStep(tally, 'appointment_held', step)
  }
}

/** Agreements and marks. */
async function countReported(tally: Tally, read: Read): Promise<void> {
  type Reported = { contactId: string; side: string; at: string; member: string | null }
  for (const { contactId, broker, status, ...stage } of await read<
    Reported & { broker: string; status: string }
  >('agreement_stages', 'contact_id, side, broker, status, at, recorded_by as member')) {
    const step = { ...stage, contact: contactId }
    const milestone = REACHED[status]
    if (broker === 'own' && milestone) addStep(tally, milestone, step)
    if (broker === 'own' ? status === 'canceled' : milestone) tally.losses.push({ ...step, rank: 0 })
  }
  for (const { contactId, milestone, undoneAt, ...mark } of await read<
    Reported & { milestone: string; undoneAt: string | null }
  >('milestone_marks', 'contact_id, side, milestone, at, marked_by as member, undone_at')) {
    const step = { ...mark, contact: contactId }
    if (undoneAt !== null) continue
    if (milestone === 'lost') tally.losses.push({ ...step, rank: 0 })
    else addStep(tally, milestone, step)
  }
}

/** Moves lose a deal that never closed. */
async function countMoves(tally: Tally, read: Read): Promise<void> {
  type Move = { contactId: string; movedOn: string; recordedBy: string | null; undoneAt: string | null }
  for (const move of await read<Move>('outcomes', 'contact_id, moved_on, recorded_by, undone_at')) {
    if (move.undoneAt !== null) continue
    const { contactId: contact, recordedBy: member } = move
    const at = `${move.movedOn}T08:00:00.000Z`
    add(tally, at, 'move', { contact, member })
    const hasClosed = tally.steps.some(
      (step) => step.contact === contact && step.side === 'seller' && step.rank === rankOf('closed'),
    )
    if (!hasClosed) tally.losses.push({ contact, side: 'seller', rank: 0, at, member })
  }
}

const compareSteps = (a: Step, b: Step) =>
  Date.parse(a.at) - Date.parse(b.at) || a.rank - b.rank || compareMembers(a.member, b.member)

const keyOf = ({ contact, side }: Step) => `${contact} ${side}`

/** Adds a milestone of one side to the facts, and to those that a contact reached first on either side. */
function addMilestone(
  tally: Tally,
  reached: Map<string, Step & { sum: number }>,
  milestone: string,
  step: Step,
  sum = 0,
): void {
  add(tally, step.at, `milestone.${step.side}.${milestone}`, { ...step, sum })
  const key = `${step.contact} ${milestone}`
  const other = reached.get(key)
  const difference = other ? Date.parse(other.at) - Date.parse(step.at) : 1
  if (difference > 0 || (difference === 0 && step.side === 'seller')) reached.set(key, { ...step, sum })
}

function countMilestones(tally: Tally): void {
  const reached = new Map<string, Step & { sum: number }>()
  const steps = Map.groupBy(tally.steps, keyOf)
  for (const group of steps.values()) {
    const highest = Math.max(...group.map(({ rank }) => rank))
    for (let rank = 0; rank <= highest; rank++) {
      const [first] = group.filter((step) => step.rank >= rank).toSorted(compareSteps)
      if (!first) continue
      const sum = first.rank === rank ? 0 : 1
      addMilestone(tally, reached, FUNNEL_MILESTONES[rank] ?? '', first, sum)
    }
  }
  for (const [key, group] of Map.groupBy(tally.losses, keyOf)) {
    const wentOn = (loss: Step) =>
      (steps.get(key) ?? []).some(
        (step) => step.rank >= rankOf('agreement_signed') && Date.parse(step.at) > Date.parse(loss.at),
      )
    const [lost] = group.filter((loss) => !wentOn(loss)).toSorted(compareSteps)
    if (lost) addMilestone(tally, reached, 'lost', lost)
  }
  for (const [key, { at, contact, member, sum }] of reached)
    add(tally, at, `milestone.any.${key.split(' ')[1]}`, { contact, member, sum })
}

async function countScoresAndCredits(tally: Tally, read: Read): Promise<void> {
  type Score = { contactId: string; score: number; previousScore: number | null; recordedAt: string }
  for (const { contactId, score, previousScore, recordedAt } of await read<Score>(
    'score_history',
    'contact_id, score, previous_score, recorded_at',
  )) {
    const change = score - (previousScore ?? 0)
    const increase = previousScore === null ? 'new' : 'rose'
    const values = { contact: contactId, sum: change }
    if (change > 0) add(tally, recordedAt, `score.${increase}`, values)
    if (change < 0) add(tally, recordedAt, 'score.fell', values)
  }
  type Entry = { contactId: string | null; amount: number; operation: string; createdAt: string }
  for (const { contactId, amount, operation, createdAt } of await read<Entry>(
    'credit_ledger',
    'contact_id, amount, operation, created_at',
  ))
    if (operation !== 'grant') add(tally, createdAt, 'credit.used', { contact: contactId, sum: -amount })
}

async function readContacts(tally: Tally, read: Read): Promise<Map<string, CountedContact>> {
  type Row = Record<'zipCode' | 'leadSource' | 'relationship' | 'teamId' | 'ownerId', string | null> & {
    id: string
    createdAt: string
  }
  const tags = await read<{ contactId: string; value: string }>(
    'contact_tags',
    'contact_id, tag_id::text as value',
  )
  const signals = await read<{ contactId: string; value: string }>(
    'signals',
    'distinct contact_id, category::text as value',
  )
  const contacts = new Map<string, CountedContact>()
  for (const contact of await read<Row>(
    'contacts',
    'id, created_at, zip_code, lead_source, relationship, team_id, owner_id',
  )) {
    add(tally, contact.createdAt, 'contact.added', { contact: contact.id })
    const given = (value: string | null) => (value === null ? [] : [value])
    const ofContact = (rows: typeof tags) =>
      rows.filter(({ contactId }) => contactId === contact.id).map(({ value }) => value)
    contacts.set(contact.id, {
      owner: contact.ownerId,
      values: {
        zip: [contact.zipCode ?? ''],
        source: [contact.leadSource ?? ''],
        team: given(contact.teamId),
        relationship: given(contact.relationship),
        tag: ofContact(tags),
        signal: ofContact(signals),
      },
    })
  }
  return contacts
}

export type SumQuery = { range: DayRange; filter: AnalyticsFilter; by?: keyof AnalyticsFilter }
export type Sums = Record<string, [n: number, sum: number]>

/** Sums by metric and value; `owner` is a member with own records. */
export function sumFacts({ facts, contacts }: CountedFacts, query: SumQuery, owner?: string): Sums {
  const sums: Sums = {}
  for (const fact of facts) {
    const contact = contacts.get(fact.contact ?? '')
    if (!isCounted(fact, contact, query, owner)) continue
    for (const value of valuesOf(fact, contact, query.by)) {
      const [n, sum] = sums[`${fact.metric} ${value}`] ?? [0, 0]
      sums[`${fact.metric} ${value}`] = [n + 1, sum + fact.sum]
    }
  }
  return sums
}

function isCounted(
  fact: Fact,
  contact: CountedContact | undefined,
  { range, filter }: SumQuery,
  owner: string | undefined,
): boolean {
  if (fact.day < range.from || fact.day > range.to) return false
  if (owner !== undefined && contact?.owner !== owner) return false
  return Object.entries(filter).every(([dimension, value]) =>
    dimension === 'member' ? fact.member === value : contact?.values[dimension]?.includes(value),
  )
}

function valuesOf(fact: Fact, contact: CountedContact | undefined, by: SumQuery['by']): string[] {
  if (by === undefined) return ['']
  if (by === 'member') return fact.member === null ? [] : [fact.member]
  return contact?.values[by] ?? []
}
