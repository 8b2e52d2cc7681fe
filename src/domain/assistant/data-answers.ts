import type { Channel } from '../compliance/outreach.ts'
import type { Category } from '../signals/categories.ts'
import { PERSONAL_ONLY_CATEGORIES } from '../signals/tasks.ts'
import { MONTH_NAMES } from './months.ts'
import type { HomesCriteria, MissingKind, QuestionFilter } from './questions.ts'

/** A contact as an answer names it. */
export type NamedContact = {
  id: string
  name: string
  score: number | null
  city: string | null
  state: string | null
  points: readonly { category: Category; points: number }[]
  doNotContact?: boolean
  /** Channels the contact opted out of; `doNotContact` covers all of them. */
  optedOutChannels?: readonly Channel[]
}

type Plural = [one: string, many: string]
export const plural = (count: number, [one, many]: Plural) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

const CONTACTS: Plural = ['contact', 'contacts']
export const YEARS: Plural = ['year', 'years']
export const dollars = (amount: number) => `$${Math.round(amount).toLocaleString('en-US')}`
/** Counting stops here, so that no count takes long. */
export const COUNT_LIMIT = 10_000

const MONTHS = MONTH_NAMES.map((name) => name.slice(0, 3))

/** `Nov 16, 2026` for a day or moment in ISO 8601, in UTC. */
export function dayText(iso: string): string {
  const date = new Date(iso)
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

/** `Nov 30` for `--MM-DD`, `Nov 30, 1980` for `YYYY-MM-DD`. */
export function birthdayText(birthday: string): string {
  const [month, day] = birthday.slice(-5).split('-').map(Number)
  const year = birthday.startsWith('--') ? '' : `, ${birthday.slice(0, 4)}`
  return `${MONTHS[(month ?? 1) - 1]} ${day}${year}`
}

/** `Downsizing 40, Debt 12`: the three categories with the most points, or an empty text. */
export function pointsText(points: NamedContact['points']): string {
  return points
    .filter((each) => each.points > 0)
    .sort((first, second) => second.points - first.points)
    .slice(0, 3)
    .map((each) => `${capitalize(each.category)} ${each.points}`)
    .join(', ')
}

/** A category or plan as a title: `debt` → `Debt`. */
export const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

function lineOf({ name, score, city, state, points, doNotContact }: NamedContact, at: number): string {
  const place = [city, state].filter(Boolean).join(', ')
  const why = pointsText(points)
  const scoreText = score === null ? 'not scored yet' : `score ${score}${why && ` (${why})`}`
  return `${at + 1}. ${name}${place && `, ${place}`}: ${scoreText}${doNotContact ? ' · do not contact' : ''}`
}

const linesOf = (contacts: readonly NamedContact[]) => contacts.map(lineOf).join('\n')

/** The filter stores "above 50" as 51; the answer says "above 50" again. */
const fromText = (score: number) =>
  score % 10 === 1 ? `with a score above ${score - 1}` : `with a score of at least ${score}`
const toText = (score: number) =>
  score % 10 === 9 ? `with a score below ${score + 1}` : `with a score of at most ${score}`

/** ` with a score of at least 70, with a Debt signal, in Naperville`; empty for an empty filter. */
function filterText(filter: QuestionFilter): string {
  const { scoreFrom, scoreTo, signal, place, verified, scored, listed } = filter
  const parts = [
    scoreFrom !== undefined && scoreTo !== undefined
      ? `with a score from ${scoreFrom} to ${scoreTo}`
      : scoreFrom !== undefined
        ? fromText(scoreFrom)
        : scoreTo !== undefined && toText(scoreTo),
    scored === false && 'without a score',
    scored === true && 'with a score',
    listed && 'whose home is listed for sale',
    signal && `with an active ${capitalize(signal)} signal`,
    place &&
      `in ${place.length === 2 ? place.toUpperCase() : place.replace(/(?<=^|[ '-])\p{L}/gu, (letter) => letter.toUpperCase())}`,
    verified &&
      `with a verified ${{ email: 'email address', phone: 'phone number', any: 'email address or phone number' }[verified]}`,
  ].filter((part) => typeof part === 'string')
  return parts.length === 0 ? '' : ` ${parts.join(', ')}`
}

const contactCount = (count: number) =>
  `${count > COUNT_LIMIT ? 'more than ' : ''}${plural(Math.min(count, COUNT_LIMIT), CONTACTS)}`

/** `You have 12 contacts without a phone number. The first 10:` */
export function listHead(count: number, shown: number, which: string): string {
  return `You have ${contactCount(count)} ${which}${count > shown ? `. The first ${shown}:` : ':'}`
}

const PERSONAL_CATEGORY_NAMES = PERSONAL_ONLY_CATEGORIES.map(capitalize).join(' or ')

const CHANNEL_VERBS: Record<Channel, string> = {
  call: 'call',
  text: 'text',
  email: 'email',
  letter: 'write to',
}

export function whomToCallText(
  contacts: readonly NamedContact[],
  filter: QuestionFilter,
  channel: Channel = 'call',
): string {
  const verb = CHANNEL_VERBS[channel]
  const filterWords = filterText(filter)
  const leftOut = `People with an active ${PERSONAL_CATEGORY_NAMES} signal aren't listed: personal contact only.`
  if (contacts.length === 0)
    return `No contact${filterWords} that you can ${verb} has a score above 0. ${leftOut} Enrich contacts to look for signals.`
  return `${capitalize(verb)} these first${filterWords && ` (contacts${filterWords})`}. They have the highest scores of the contacts you can ${verb}:\n${linesOf(contacts)}\n${leftOut} The points show which signals make up the score. They are for your eyes only: don't mention them.`
}

export function topText(
  contacts: readonly NamedContact[],
  filter: QuestionFilter,
  count = contacts.length,
): string {
  const filterWords = filterText(filter)
  if (contacts.length === 0) return `You have no contacts${filterWords}.`
  if (count > contacts.length)
    return `${countText(count, filter)} The first ${contacts.length}, highest score first:\n${linesOf(contacts)}`
  return `Your contacts${filterWords}, highest score first:\n${linesOf(contacts)}`
}

/** The best leads, without do-not-contact people and owners of listed homes. */
export function bestText(contacts: readonly NamedContact[], filter: QuestionFilter): string {
  const leftOut = "People marked do not contact and owners of homes listed for sale aren't listed."
  if (contacts.length === 0)
    return `You have no contacts${filterText(filter)} that you can contact. ${leftOut}`
  return `${topText(contacts, filter)}\n${leftOut}`
}

const MISSING_TEXTS: Record<MissingKind, string> = {
  phone: 'without a phone number',
  email: 'without an email address',
  address: 'without a street address',
  enrichment: 'never enriched',
}

export function missingText(what: MissingKind, count: number, contacts: readonly NamedContact[]): string {
  if (count === 0) return `You have no contacts ${MISSING_TEXTS[what]}.`
  return `${listHead(count, contacts.length, MISSING_TEXTS[what])}\n${linesOf(contacts)}`
}

export function doNotContactText(count: number, contacts: readonly NamedContact[]): string {
  if (count === 0) return 'You have no contacts marked do not contact or opted out.'
  const lines = contacts.map(({ name, city, state, doNotContact, optedOutChannels = [] }) => {
    const what = doNotContact
      ? 'do not contact'
      : optedOutChannels.map((channel) => OPT_OUT_TEXTS[channel]).join(', ')
    return `- ${[name, city, state].filter(Boolean).join(', ')}: ${what}`
  })
  return [listHead(count, contacts.length, 'marked do not contact or opted out'), ...lines].join('\n')
}

const OPT_OUT_TEXTS: Record<Channel, string> = {
  call: 'no calls',
  text: 'no text messages',
  email: 'no emails',
  letter: 'no letters',
}

export type ContactHome = NamedContact & { value: number | null; years: number | null }

export function homesText(criteria: HomesCriteria, contacts: readonly ContactHome[]): string {
  const byValue = criteria.by === 'value'
  const { from, to } = criteria
  const amount = (bound: number) => (byValue ? dollars(bound) : `${bound} years`)
  const bounds = [
    from !== undefined && `at least ${amount(from)}`,
    to !== undefined && `at most ${amount(to)}`,
  ].filter(Boolean)
  const range = bounds.length > 0 ? ` ${byValue ? 'of' : 'for'} ${bounds.join(' and ')}` : ''
  if (contacts.length === 0) {
    const none = byValue
      ? `No contact has a home with an estimated value${range} on record.`
      : `No contact is on record as owning a home${range}.`
    return `${none} Enrich contacts to get data about their homes.`
  }
  const head = byValue
    ? `Contacts with a home with an estimated value${range}, ${criteria.lowest ? 'lowest' : 'highest'} first:`
    : `Contacts who have owned their home${range}, ${criteria.lowest ? 'shortest' : 'longest'} first:`
  const lines = contacts.map((each, at) => {
    const fact = byValue
      ? each.value !== null && dollars(each.value)
      : each.years !== null && plural(each.years, YEARS)
    const mark = each.doNotContact ? ' · do not contact' : ''
    return `${at + 1}. ${each.name}: ${fact}${each.score === null ? '' : `, score ${each.score}`}${mark}`
  })
  return [head, ...lines].join('\n')
}

export type BillingSummary = {
  plan: string | null
  status: string
  period: 'monthly' | 'yearly' | null
  priceDollars: number | null
  periodEnd: string | null
  renews: boolean
  credits: number
}

export function billingText(summary: BillingSummary): string {
  const { plan, status, period, priceDollars, periodEnd, renews, credits } = summary
  if (!plan || status === 'incomplete')
    return 'Your organization has no paid plan. An owner can start one under Settings, Billing.'
  const price =
    priceDollars && period ? `, ${dollars(priceDollars)} ${period === 'yearly' ? 'a year' : 'a month'}` : ''
  const next =
    status === 'past_due'
      ? 'Your last payment failed and an invoice is open. Update your card under Settings, Billing.'
      : status === 'canceled'
        ? "Your subscription has ended. You won't be charged again."
        : periodEnd && renews
          ? `The next payment is due on ${dayText(periodEnd)}.`
          : periodEnd
            ? `It ends on ${dayText(periodEnd)}. You won't be charged again.`
            : ''
  return [
    `Your plan is ${capitalize(plan)}${price}.`,
    next,
    `${plural(credits, ['credit', 'credits'])} left.`,
    'Invoices are under Settings, Billing.',
  ]
    .filter(Boolean)
    .join(' ')
}

export function countText(count: number, filter: QuestionFilter): string {
  return `You have ${contactCount(count)}${filterText(filter)}.`
}

type ScoreChange = { name: string; from: number | null; to: number | null; category: Category | null }
type ChangeSummary = {
  since: string
  /** The person's last visit is unknown, so the summary covers the last seven days. */
  isGuessed: boolean
  counts: { risen: number; fallen: number; newSignals: number }
  countedTo: number
  risen: readonly ScoreChange[]
  fallen: readonly ScoreChange[]
  newSignals: readonly ScoreChange[]
}

export function changesText(changes: ChangeSummary): string {
  const { counts, countedTo } = changes
  const guessed = changes.isGuessed
    ? "I don't know when you were last here, so this covers the last week. "
    : ''
  const since = `since ${dayText(changes.since)}`
  if (counts.risen + counts.fallen + counts.newSignals === 0) return `${guessed}Nothing changed ${since}.`
  const count = (found: number, words: Plural) =>
    found > countedTo ? `more than ${plural(countedTo, words)}` : plural(found, words)
  const head = `${guessed}Changes ${since}: ${count(counts.risen, ['score', 'scores'])} up, ${count(counts.fallen, ['score', 'scores'])} down, ${count(counts.newSignals, ['new signal', 'new signals'])}.`
  const section = (title: string, list: readonly ScoreChange[], textOf: (change: ScoreChange) => string) =>
    list.length === 0 ? [] : [`${title}:`, ...list.map((each) => `- ${each.name}: ${textOf(each)}`)]
  return [
    head,
    ...section('Up', changes.risen, scoreChangeText),
    ...section('Down', changes.fallen, scoreChangeText),
    ...section('New signals', changes.newSignals, ({ category }) =>
      category ? capitalize(category) : 'signal',
    ),
  ].join('\n')
}

function scoreChangeText({ from, to, category }: ScoreChange): string {
  const now = to === null ? 'no score' : String(to)
  return `${from === null ? `${now} (first score)` : `${from} to ${now}`}${category ? `, mostly ${capitalize(category)}` : ''}`
}

type TaskLine = { title: string; contactName: string; dueDate: string | null }

const TASK_KINDS: Record<string, (count: string, tasks: string) => string> = {
  overdue: (count, tasks) => `${count} overdue ${tasks}`,
  today: (count, tasks) => `${count} ${tasks} due today`,
  week: (count, tasks) => `${count} ${tasks} due within seven days`,
  mine: (count, tasks) => `${count} ${tasks} assigned to you`,
  open: (count, tasks) => `${count} open ${tasks}`,
}

export function tasksText(which: string, tasks: readonly TaskLine[], total: number): string {
  const kind = TASK_KINDS[which] ?? ((count: string, words: string) => `${count} ${words}`)
  if (total === 0) return `You have ${kind('no', 'tasks')}.`
  const lines = tasks.map(
    ({ title, contactName, dueDate }) =>
      `- ${title} (${contactName})${dueDate ? `, due ${dayText(dueDate)}` : ', no due date'}`,
  )
  const shown = total > tasks.length ? ` The first ${tasks.length}:` : ''
  return `You have ${kind(total.toLocaleString('en-US'), total === 1 ? 'task' : 'tasks')}.${shown}\n${lines.join('\n')}`
}

export function creditsText(balance: number): string {
  return `Your organization has ${plural(balance, ['credit', 'credits'])} left.`
}

export function namesakesText(name: string, contacts: readonly NamedContact[]): string {
  return `Several contacts match “${name}”:\n${linesOf(contacts)}\nAsk again with the full name, or open one of them.`
}
