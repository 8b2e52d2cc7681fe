import type { Channel } from '../compliance/outreach.ts'
import type { Category } from '../signals/categories.ts'
import { PERSONAL_ONLY_CATEGORIES } from '../signals/tasks.ts'
import { CONTACTS, capitalize, dayText, dollars, type Plural, plural } from './answer-format.ts'
import { filterText } from './filter-text.ts'
import { factOf, type ListedFact, listedFact } from './listed-facts.ts'
import { MEASURE_TEXTS } from './measures.ts'
import type { NamedContact } from './named-contact.ts'
import { type ContactFact, type ListOrder, MEASURES, type Measure, type QuestionFilter } from './questions.ts'

/** Counting stops here, so that no count takes long. */
export const COUNT_LIMIT = 10_000

/** `Downsizing 40, Debt 12`: the three categories with the most points, or an empty text. */
export function pointsText(points: NamedContact['points']): string {
  return points
    .filter((each) => each.points > 0)
    .sort((first, second) => second.points - first.points)
    .slice(0, 3)
    .map((each) => `${capitalize(each.category)} ${each.points}`)
    .join(', ')
}

function lineOf(contact: NamedContact, at: number, fact: ListedFact | null): string {
  const { name, score, city, state, points, doNotContact } = contact
  const mark = doNotContact && fact !== 'restriction' ? ' · do not contact' : ''
  if (fact) return `${at + 1}. ${name}: ${factOf(contact, fact)}${mark}`
  const place = [city, state].filter(Boolean).join(', ')
  const why = pointsText(points)
  const scoreText = score === null ? 'not scored yet' : `score ${score}${why && ` (${why})`}`
  return `${at + 1}. ${name}${place && `, ${place}`}: ${scoreText}${mark}`
}

const linesOf = (contacts: readonly NamedContact[], fact: ListedFact | null = null) =>
  contacts.map((contact, at) => lineOf(contact, at, fact)).join('\n')

const contactCount = (count: number) =>
  `${count > COUNT_LIMIT ? 'more than ' : ''}${plural(Math.min(count, COUNT_LIMIT), CONTACTS)}`

const PERSONAL_CATEGORY_NAMES = PERSONAL_ONLY_CATEGORIES.map(capitalize).join(' or ')

/** A way to contact people: a channel, or any of them. */
export type ContactWay = Channel | 'any'
const WAY_VERBS: Record<ContactWay, string> = {
  any: 'contact',
  call: 'call',
  text: 'text',
  email: 'email',
  letter: 'write to',
}

export function whomToCallText(
  contacts: readonly NamedContact[],
  filter: QuestionFilter,
  way: ContactWay,
): string {
  const verb = WAY_VERBS[way]
  const filterWords = filterText(filter)
  const leftOut = `People with an active ${PERSONAL_CATEGORY_NAMES} signal aren't listed: personal contact only.`
  if (contacts.length === 0)
    return `No contact${filterWords} that you can ${verb} has a score above 0. ${leftOut} Enrich contacts to look for signals.`
  return `${capitalize(verb)} these first${filterWords && ` (contacts${filterWords})`}. They have the highest scores of the contacts you can ${verb}:\n${linesOf(contacts)}\n${leftOut} The points show which signals make up the score. They are for your eyes only: don't mention them.`
}

const HOME_FACTS: readonly ListedFact[] = ['value', 'tenure', 'bought', ...MEASURES]

const LOAN_FACTS: readonly ListedFact[] = ['equity', 'equityShare', 'loan', 'rate']

/** The order of a list, and the reverse. */
const ORDER_NAMES: Partial<Record<ListOrder['by'], [highest: string, lowest: string]>> = {
  value: ['highest home value first', 'lowest home value first'],
  tenure: ['longest ownership first', 'shortest ownership first'],
  age: ['oldest first', 'youngest first'],
  lastContact: ['last contact first', 'longest without contact first'],
  added: ['newest first', 'oldest first'],
  score: ['highest score first', 'lowest score first'],
  yearBuilt: ['newest home first', 'oldest home first'],
}

function orderText({ by, lowest }: ListOrder): string {
  const names = ORDER_NAMES[by]
  if (names) return names[lowest ? 1 : 0]
  return `${lowest ? 'lowest' : 'highest'} ${by in MEASURE_TEXTS ? MEASURE_TEXTS[by as Measure].name : by} first`
}

type ContactList = {
  contacts: readonly NamedContact[]
  /** All contacts that match. */
  count: number
  order?: ListOrder | undefined
  show?: ContactFact | undefined
}

/** A list of contacts. Those about last contacts lead to outreach, so they leave out do-not-contact people. */
export function topText(filter: QuestionFilter, { contacts, count, order, show }: ContactList): string {
  const filterWords = filterText(filter)
  const note = filter.contactedBefore ? "\nPeople marked do not contact aren't listed." : ''
  const fact = listedFact(filter, order, show)
  if (contacts.length === 0) {
    const hint =
      fact && HOME_FACTS.includes(fact)
        ? ` Enrich contacts to get data about their homes.${LOAN_FACTS.includes(fact) ? ' Equity and loans are known only where a mortgage is on record.' : ''}`
        : ''
    return `You have no contacts${filterWords || (order && order.by in MEASURE_TEXTS ? ` with a known ${MEASURE_TEXTS[order.by as Measure].name}` : ' on record with that')}.${hint}${note}`
  }
  const orderWords = order
    ? orderText(order)
    : filter.contactedBefore
      ? orderText({ by: 'lastContact', lowest: true })
      : 'highest score first'
  const head =
    count > contacts.length
      ? `${countText(count, filter)} The first ${contacts.length}`
      : `Your ${contacts.length === 1 ? 'contact' : 'contacts'}${filterWords}`
  return `${head}, ${orderWords}:\n${linesOf(contacts, fact)}${note}`
}

/** The best leads, without do-not-contact people and owners of listed homes. */
export function bestText(contacts: readonly NamedContact[], filter: QuestionFilter): string {
  const leftOut = "People marked do not contact and owners of homes listed for sale aren't listed."
  if (contacts.length === 0)
    return `You have no contacts${filterText(filter)} that you can contact. ${leftOut}`
  return `${topText(filter, { contacts, count: contacts.length })}\n${leftOut}`
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

/** `total` is the number of all contacts, for a share. */
export function countText(count: number, filter: QuestionFilter, total?: number): string {
  const share =
    total && total <= COUNT_LIMIT
      ? ` That is ${Math.round((100 * count) / total)}% of your ${contactCount(total)}.`
      : ''
  return `You have ${contactCount(count)}${filterText(filter)}.${share}`
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
  const guessText = changes.isGuessed
    ? "I don't know when you were last here, so this covers the last week. "
    : ''
  const since = `since ${dayText(changes.since)}`
  if (counts.risen + counts.fallen + counts.newSignals === 0) return `${guessText}Nothing changed ${since}.`
  const count = (amount: number, words: Plural) =>
    amount > countedTo ? `more than ${plural(countedTo, words)}` : plural(amount, words)
  const head = `${guessText}Changes ${since}: ${count(counts.risen, ['score', 'scores'])} up, ${count(counts.fallen, ['score', 'scores'])} down, ${count(counts.newSignals, ['new signal', 'new signals'])}.`
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
  now: (count, tasks) => `${count} ${tasks} overdue or due today`,
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
  const shownText = total > tasks.length ? ` The first ${tasks.length}:` : ''
  return `You have ${kind(total.toLocaleString('en-US'), total === 1 ? 'task' : 'tasks')}.${shownText}\n${lines.join('\n')}`
}

export function creditsText(balance: number): string {
  return `Your organization has ${plural(balance, ['credit', 'credits'])} left.`
}

export function namesakesText(name: string, contacts: readonly NamedContact[]): string {
  return `Several contacts match “${name}”:\n${linesOf(contacts)}\nAsk again with the full name, or open one of them.`
}
