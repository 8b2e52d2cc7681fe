import type { Channel } from '../compliance/outreach.ts'
import type { Category } from '../signals/categories.ts'
import { PERSONAL_ONLY_CATEGORIES } from '../signals/tasks.ts'
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
  /** Channels that the contact refused, beside `doNotContact` for all of them. */
  refused?: readonly Channel[]
}

type Plural = [one: string, many: string]
export const plural = (count: number, [one, many]: Plural) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

const CONTACTS: Plural = ['contact', 'contacts']
export const YEARS: Plural = ['year', 'years']
export const dollars = (amount: number) => `$${Math.round(amount).toLocaleString('en-US')}`
const categoryName = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
/** Counted no further, so that a count never takes long. */
export const COUNT_LIMIT = 10_000

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Nov 16, 2026` for a day or moment in ISO 8601, in UTC. */
export function dayText(iso: string): string {
  const date = new Date(iso)
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

/** `Nov 30`, with the year where it is known; for `YYYY-MM-DD` or `--MM-DD`. */
export function birthdayText(birthday: string): string {
  const [month, day] = birthday.slice(-5).split('-').map(Number)
  const year = birthday.startsWith('--') ? '' : `, ${birthday.slice(0, 4)}`
  return `${MONTHS[(month ?? 1) - 1]} ${day}${year}`
}

/** `Downsizing 40, Debt 12`: the points of a score by category; empty without any. */
export function pointsText(points: NamedContact['points']): string {
  return points
    .filter((each) => each.points > 0)
    .sort((first, second) => second.points - first.points)
    .slice(0, 3)
    .map((each) => `${categoryWord(each.category)} ${each.points}`)
    .join(', ')
}

export const categoryWord = (category: Category) => category.charAt(0).toUpperCase() + category.slice(1)

function lineOf({ name, score, city, state, points, doNotContact }: NamedContact, at: number): string {
  const place = [city, state].filter(Boolean).join(', ')
  const why = pointsText(points)
  const standing = score === null ? 'not scored yet' : `score ${score}${why && ` (${why})`}`
  return `${at + 1}. ${name}${place && `, ${place}`}: ${standing}${doNotContact ? ' · do not contact' : ''}`
}

const linesOf = (contacts: readonly NamedContact[]) => contacts.map(lineOf).join('\n')

/** "above 50" is kept as 51 and said as it was asked. */
const fromText = (score: number) =>
  score % 10 === 1 ? `with a score above ${score - 1}` : `with a score of at least ${score}`
const toText = (score: number) =>
  score % 10 === 9 ? `with a score below ${score + 1}` : `with a score of at most ${score}`

/** ` with a score of at least 70, with a Debt signal, in Naperville`; empty where nothing narrows. */
function filterText(narrowing: QuestionFilter): string {
  const { scoreFrom, scoreTo, signal, place, verified, scored, listed } = narrowing
  const parts = [
    scoreFrom !== undefined && scoreTo !== undefined
      ? `with a score from ${scoreFrom} to ${scoreTo}`
      : scoreFrom !== undefined
        ? fromText(scoreFrom)
        : scoreTo !== undefined && toText(scoreTo),
    scored === false && 'without a score',
    scored === true && 'with a score',
    listed && 'whose home is listed for sale',
    signal && `with a live ${categoryWord(signal)} signal`,
    place &&
      `in ${place.length === 2 ? place.toUpperCase() : place.replace(/(?<=^|[ '-])\p{L}/gu, (letter) => letter.toUpperCase())}`,
    verified &&
      `with a verified ${{ email: 'e-mail address', phone: 'phone number', any: 'e-mail address or phone number' }[verified]}`,
  ].filter((part) => typeof part === 'string')
  return parts.length === 0 ? '' : ` ${parts.join(', ')}`
}

const PERSONAL_CATEGORY_NAMES = PERSONAL_ONLY_CATEGORIES.map(categoryWord).join(' or ')

export function whomToCallText(contacts: readonly NamedContact[], narrowing: QuestionFilter): string {
  const whom = filterText(narrowing)
  const leftOut = `People with a live ${PERSONAL_CATEGORY_NAMES} signal are left out: personal contact only.`
  if (contacts.length === 0)
    return `Nobody stands out${whom && ` among contacts${whom}`}: no contact who may be called has a score above 0. ${leftOut} Enrich contacts to look for signals.`
  return `Call these first${whom && ` (contacts${whom})`}, the highest scores of contacts who may be called:\n${linesOf(contacts)}\n${leftOut} The points say which kinds of signal make the score. They are for you alone: do not mention them in the call.`
}

export function topText(
  contacts: readonly NamedContact[],
  narrowing: QuestionFilter,
  count = contacts.length,
): string {
  const whom = filterText(narrowing)
  if (contacts.length === 0) return `You have no contact${whom}.`
  if (count > contacts.length)
    return `${countText(count, narrowing)} The first ${contacts.length}, highest score first:\n${linesOf(contacts)}`
  return `Your contacts${whom}, highest score first:\n${linesOf(contacts)}`
}

/** The best leads: do-not-contact people and owners of listed homes are never among them. */
export function bestText(contacts: readonly NamedContact[], narrowing: QuestionFilter): string {
  const leftOut = 'People marked do not contact and owners of homes listed for sale are left out.'
  if (contacts.length === 0)
    return `You have no contact${filterText(narrowing)} who may be contacted. ${leftOut}`
  return `${topText(contacts, narrowing)}\n${leftOut}`
}

const MISSING_TEXTS: Record<MissingKind, string> = {
  phone: 'without a phone number',
  email: 'without an e-mail address',
  address: 'without a street address',
  enrichment: 'never enriched',
}

export function missingText(what: MissingKind, count: number, contacts: readonly NamedContact[]): string {
  if (count === 0) return `You have no contact ${MISSING_TEXTS[what]}.`
  const more = count > COUNT_LIMIT ? 'more than ' : ''
  const head = `You have ${more}${plural(Math.min(count, COUNT_LIMIT), CONTACTS)} ${MISSING_TEXTS[what]}`
  const shown = count > contacts.length ? `. The first ${contacts.length}:` : ':'
  return `${head}${shown}\n${linesOf(contacts)}`
}

export function doNotContactText(count: number, contacts: readonly NamedContact[]): string {
  if (count === 0) return 'None of your contacts is marked do not contact or opted out.'
  const more = count > COUNT_LIMIT ? 'more than ' : ''
  const head = `You have ${more}${plural(Math.min(count, COUNT_LIMIT), CONTACTS)} marked do not contact or opted out`
  const shown = count > contacts.length ? `. The first ${contacts.length}:` : ':'
  const lines = contacts.map(({ name, city, state, doNotContact, refused = [] }) => {
    const what = doNotContact ? 'do not contact' : refused.map((channel) => OPT_OUT_TEXTS[channel]).join(', ')
    return `- ${[name, city, state].filter(Boolean).join(', ')}: ${what}`
  })
  return `${head}${shown}\n${lines.join('\n')}`
}

const OPT_OUT_TEXTS: Record<Channel, string> = {
  call: 'no calls',
  text: 'no text messages',
  email: 'no e-mails',
  letter: 'no letters',
}

export type ContactHome = NamedContact & { value: number | null; years: number | null }

export function homesText(asked: HomesCriteria, contacts: readonly ContactHome[]): string {
  const bound =
    asked.by === 'value'
      ? [
          asked.from !== undefined && `of at least ${dollars(asked.from)}`,
          asked.to !== undefined && `of at most ${dollars(asked.to)}`,
        ]
      : [
          asked.from !== undefined && `for at least ${asked.from} years`,
          asked.to !== undefined && `for at most ${asked.to} years`,
        ]
  const range = bound
    .filter(Boolean)
    .map((each) => ` ${each}`)
    .join('')
  if (contacts.length === 0)
    return asked.by === 'value'
      ? `None of your contacts has a home with an estimated value${range} on record. Enrich contacts to learn about their homes.`
      : `None of your contacts is known to have owned a home${range}. Enrich contacts to learn about their homes.`
  const head =
    asked.by === 'value'
      ? `Contacts with a home with an estimated value${range}, highest first:`
      : `Contacts who have owned their home${range}, longest first:`
  const lines = contacts.map((each, at) => {
    const fact =
      asked.by === 'value'
        ? each.value !== null && dollars(each.value)
        : each.years !== null && plural(each.years, YEARS)
    const mark = each.doNotContact ? ' · do not contact' : ''
    return `${at + 1}. ${each.name}: ${fact}${each.score === null ? '' : `, score ${each.score}`}${mark}`
  })
  return `${head}\n${lines.join('\n')}`
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

export function billingText({
  plan,
  status,
  period,
  priceDollars,
  periodEnd,
  renews,
  credits,
}: BillingSummary): string {
  if (!plan || status === 'incomplete')
    return 'Your organization has no paid plan, so nothing is due. An owner can start one under Settings, Billing.'
  const price =
    priceDollars && period ? `, ${dollars(priceDollars)} ${period === 'yearly' ? 'a year' : 'a month'}` : ''
  const next =
    status === 'past_due'
      ? 'The last payment failed, so an invoice is open: update the card under Settings, Billing.'
      : status === 'canceled'
        ? 'The subscription has ended, and nothing more is charged.'
        : periodEnd && renews
          ? `The next payment is due on ${dayText(periodEnd)}.`
          : periodEnd
            ? `It ends on ${dayText(periodEnd)} and nothing more is charged.`
            : ''
  return [
    `Your plan is ${categoryName(plan)}${price}.`,
    next,
    `${plural(credits, ['credit', 'credits'])} left.`,
    'Invoices are under Settings, Billing.',
  ]
    .filter(Boolean)
    .join(' ')
}

export function countText(count: number, narrowing: QuestionFilter): string {
  const more = count > COUNT_LIMIT ? 'more than ' : ''
  return `You have ${more}${plural(Math.min(count, COUNT_LIMIT), CONTACTS)}${filterText(narrowing)}.`
}

type ScoreChange = { name: string; from: number | null; to: number | null; category: Category | null }
type ChangeSummary = {
  since: string
  /** The person's last visit is not known, so that the last seven days stand in. */
  isGuessed: boolean
  counts: { risen: number; fallen: number; newSignals: number }
  countedTo: number
  risen: readonly ScoreChange[]
  fallen: readonly ScoreChange[]
  newSignals: readonly ScoreChange[]
}

export function changesText(changes: ChangeSummary): string {
  const { counts, countedTo } = changes
  const guessed = changes.isGuessed ? 'I do not know when you were here last, so this is the last week. ' : ''
  const since = `since ${dayText(changes.since)}`
  if (counts.risen + counts.fallen + counts.newSignals === 0) return `${guessed}Nothing changed ${since}.`
  const count = (found: number, words: Plural) =>
    found > countedTo ? `more than ${plural(countedTo, words)}` : plural(found, words)
  const head = `${guessed}Changes ${since}: ${count(counts.risen, ['score', 'scores'])} rose, ${count(counts.fallen, ['score', 'scores'])} fell, ${count(counts.newSignals, ['new signal', 'new signals'])}.`
  const scoreChangeLines = (title: string, list: readonly ScoreChange[]) =>
    list.length === 0 ? [] : [`${title}:`, ...list.map((each) => `- ${each.name}: ${scoreChangeText(each)}`)]
  return [
    head,
    ...scoreChangeLines('Risen', changes.risen),
    ...scoreChangeLines('Fallen', changes.fallen),
    ...(changes.newSignals.length === 0
      ? []
      : [
          'New signals:',
          ...changes.newSignals.map(
            ({ name, category }) => `- ${name}: ${category ? categoryWord(category) : 'signal'}`,
          ),
        ]),
  ].join('\n')
}

function scoreChangeText({ from, to, category }: ScoreChange): string {
  const now = to === null ? 'no score' : String(to)
  return `${from === null ? `${now} (first score)` : `${from} to ${now}`}${category ? `, mostly ${categoryWord(category)}` : ''}`
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
      `- ${title} (${contactName})${dueDate ? `, due ${dayText(dueDate)}` : ', no date'}`,
  )
  const shown = total > tasks.length ? ` The first ${tasks.length}:` : ''
  return `You have ${kind(total.toLocaleString('en-US'), total === 1 ? 'task' : 'tasks')}.${shown}\n${lines.join('\n')}`
}

export function creditsText(balance: number): string {
  return `Your organization has ${plural(balance, ['credit', 'credits'])} left.`
}

export function namesakesText(name: string, contacts: readonly NamedContact[]): string {
  return `Several contacts fit “${name}”:\n${linesOf(contacts)}\nAsk again with the full name, or open one of them.`
}
