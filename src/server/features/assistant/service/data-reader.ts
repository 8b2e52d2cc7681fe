import { getBilling } from '#contract/billing.ts'
import { CHANGES_COUNT_LIMIT, listChanges } from '#contract/changes.ts'
import { listContacts } from '#contract/contacts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getCredits } from '#contract/organizations.ts'
import { listTasks } from '#contract/tasks.ts'
import * as answers from '#domain/assistant/data-answers.ts'
import { creditsUsedText } from '#domain/assistant/draft-answer.ts'
import { listedFact } from '#domain/assistant/listed-facts.ts'
import { type DataQuestion, isGuess, LIST_LIMIT } from '#domain/assistant/questions.ts'
import { breakdownText, duplicatesText, statisticText } from '#domain/assistant/statistic-answers.ts'
import { PROFESSIONAL } from '#domain/billing/plans.ts'
import { comparableCounty } from '#domain/identity/county.ts'
import type { BillingService } from '#server/features/billing/service.ts'
import type { ChangesService } from '#server/features/changes/service.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { CreditsService } from '#server/features/credits/service.ts'
import type { DuplicatesService } from '#server/features/duplicates/service.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { americanDay, DAY_MS, dayOf, endOfDay } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store/own-contacts.ts'
import { type Caller, contextOfCaller, denialFor } from './caller.ts'
import { createContactReader } from './contact-reader.ts'
import { type DataFinding, nameOf } from './data-finding.ts'

export type DataServices = {
  contacts: ContactsService
  changes: ChangesService
  scores: ScoresService
  tasks: TasksService
  credits: CreditsService
  billing: Pick<BillingService, 'readOverview'>
  duplicates: Pick<DuplicatesService, 'list'>
}

/** The endpoint that reads the same data if it isn't the list of contacts; its access rules apply to the question. */
const ENDPOINTS: Partial<Record<DataQuestion['tool'], Endpoint>> = {
  ...{ changes: listChanges, tasks: listTasks, billing: getBilling },
  ...{ credits: getCredits, credits_used: getCredits },
}

const LAST_DAYS = 7
/** Per kind of change. */
const MAX_CHANGES_LISTED = 3

/** Answers questions about the caller's own workspace. Only reads, with the caller's rights. */
export function createDataReader(
  { db, clock, zipCodes }: Pick<Platform, 'db' | 'clock' | 'zipCodes'>,
  services: DataServices,
) {
  const contactReader = createContactReader({ db, clock }, services)
  const within = <T>({ organizationId }: Context, work: (tx: TenantTx) => Promise<T>) =>
    db.tenant(organizationId, work)

  /** A list of contacts; null if a word of the question is no city, tag, stage or source of any contact. */
  async function readList(
    context: Context,
    question: Extract<DataQuestion, { tool: 'whom_to_call' | 'top_contacts' }>,
  ): Promise<DataFinding | null> {
    const { narrowing, among } = question
    const way = question.tool === 'whom_to_call' ? (question.channel ?? 'any') : null
    const { order, show, isForOutreach } = question.tool === 'top_contacts' ? question : {}
    const mayContact = way !== null || isForOutreach === true
    const limit = Math.min(question.limit, LIST_LIMIT)
    const result = await within(context, (tx) =>
      store.listContacts(tx, narrowing, {
        ...{ limit, order, among, fact: listedFact(narrowing, order, show) },
        outreach: mayContact ? { way, now: clock.now() } : null,
      }),
    )
    if (result.length === 0 && narrowing.word !== undefined && !question.isCertain) return null
    const contacts = result.map(nameOf)
    if (way && !among) return { text: answers.whomToCallText(result, narrowing, way), contacts }
    if (mayContact && !show && !among && !order)
      return { text: answers.bestText(result, narrowing), contacts }
    const count =
      result.length < limit || order || mayContact
        ? result.length
        : await within(context, (tx) => store.countMatching(tx, narrowing, { max: MAX_COUNTED, among }))
    return { text: answers.topText(narrowing, { contacts: result, count, order, show }), contacts }
  }

  async function readChanges(context: Context, since: string, caller: Caller): Promise<DataFinding> {
    const user = { userId: caller.session.userId, sid: caller.sid }
    const sinceTime =
      since === 'last_visit' ? await within(context, (tx) => store.lastVisitOf(tx, user)) : since
    const lastDays = new Date(clock.now().getTime() - LAST_DAYS * DAY_MS).toISOString()
    const found = await services.changes.list(context, {
      since: sinceTime ?? lastDays,
      limit: MAX_CHANGES_LISTED,
    })
    const { counts } = found
    const risen = [...found.risen.items, ...found.firstScores.items]
    const [fallen, newSignals] = [found.fallen.items, found.newSignals.items]
    const text = answers.changesText({
      ...{ since: found.since, isGuessed: sinceTime === null, countedTo: CHANGES_COUNT_LIMIT },
      counts: counts
        ? { ...counts, risen: counts.risen + counts.firstScores }
        : { risen: 0, fallen: 0, newSignals: 0 },
      ...{ risen, fallen, newSignals },
    })
    const contacts = [...risen, ...fallen, ...newSignals].map(({ contactId, name }) => ({
      id: contactId,
      name,
    }))
    return { text, contacts: uniqueContacts(contacts) }
  }

  async function readTasks(
    context: Context,
    which: Extract<DataQuestion, { tool: 'tasks' }>['which'],
  ): Promise<DataFinding> {
    const { tasks, total } =
      which === 'now' ? await listTasksNow(context) : await listTaskPage(context, which)
    const listed = tasks.slice(0, LIST_LIMIT)
    return {
      text: answers.tasksText(which, listed, total),
      contacts: uniqueContacts(
        listed.map(({ contactId, contactName }) => ({ id: contactId, name: contactName })),
      ),
    }
  }

  async function listTaskPage(
    context: Context,
    which: Exclude<Extract<DataQuestion, { tool: 'tasks' }>['which'], 'now'>,
  ) {
    const isToday = which === 'today'
    const view = isToday ? 'week' : which
    const page = await services.tasks.list(context, { view, limit: isToday ? 200 : LIST_LIMIT })
    if (!isToday) return { tasks: page.items, total: page.total }
    const end = endOfDay(americanDay(clock.now()))
    const tasks = page.items.filter(({ dueDate }) => dueDate !== null && dueDate <= end)
    return { tasks, total: tasks.length }
  }

  /** Tasks that are overdue, then those due today. */
  async function listTasksNow(context: Context) {
    const overdue = await listTaskPage(context, 'overdue')
    const today = await listTaskPage(context, 'today')
    return { tasks: [...overdue.tasks, ...today.tasks], total: overdue.total + today.total }
  }

  async function readBilling(context: Context): Promise<DataFinding> {
    const { plan, status, period, periodEnd, cancelAtPeriodEnd, isAgreed, credits } =
      await services.billing.readOverview(context)
    const priceDollars =
      isAgreed || period === null ? null : PROFESSIONAL[period === 'yearly' ? 'yearlyPrice' : 'monthlyPrice']
    const text = answers.billingText({
      ...{ plan, status, period, priceDollars },
      // A custom plan has a last day; its period ends with that day.
      periodEnd: isAgreed && periodEnd ? new Date(Date.parse(periodEnd) - 1).toISOString() : periodEnd,
      ...{ renews: !cancelAtPeriodEnd && !isAgreed, credits: credits.balance },
    })
    return { text, contacts: [] }
  }

  async function countContacts(
    context: Context,
    { narrowing, among, isShare, isCertain }: Extract<DataQuestion, { tool: 'count_contacts' }>,
  ): Promise<DataFinding | null> {
    const count = await within(context, (tx) =>
      store.countMatching(tx, narrowing, { max: MAX_COUNTED, among }),
    )
    if (count === 0 && narrowing.word !== undefined && !isCertain) return null
    const total = isShare
      ? await within(context, (tx) => store.countMatching(tx, {}, { max: MAX_COUNTED }))
      : undefined
    return { text: answers.countText(count, narrowing, total), contacts: [] }
  }

  async function readStatistic(
    context: Context,
    question: Extract<DataQuestion, { tool: 'statistic' }>,
  ): Promise<DataFinding> {
    const questions = question.places
      ? question.places.map((place) => ({ ...question, narrowing: { ...question.narrowing, place } }))
      : [question]
    const texts = await within(context, (tx) =>
      Promise.all(
        questions.map(async (each) =>
          statisticText(each, await store.readStatistic(tx, each.narrowing, each.of)),
        ),
      ),
    )
    return { text: texts.join('\n'), contacts: [] }
  }

  async function countByValue(
    context: Context,
    { narrowing, by, values }: Extract<DataQuestion, { tool: 'breakdown' }>,
  ): Promise<DataFinding> {
    const countPlace = async (tx: TenantTx, place: string) => ({
      name: place,
      count: await store.countMatching(tx, { ...narrowing, place }, { max: MAX_COUNTED }),
    })
    const groups = await within(context, (tx) =>
      values
        ? Promise.all(values.map((place) => countPlace(tx, place)))
        : store.countBy(tx, narrowing, { by, limit: LIST_LIMIT }),
    )
    const sorted = [...groups].sort((first, second) => second.count - first.count)
    return { text: breakdownText(by, narrowing, sorted), contacts: [] }
  }

  async function listDuplicates(context: Context): Promise<DataFinding> {
    const { items, total } = await services.duplicates.list(context, { limit: MAX_PAIRS_LISTED })
    const pairs = items.map(({ contact, other }) => ({ contact: fullName(contact), other: fullName(other) }))
    const contacts = items
      .flatMap(({ contact, other }) => [contact, other])
      .map((each) => ({ id: each.id, name: fullName(each) }))
    return { text: duplicatesText(total, pairs), contacts: uniqueContacts(contacts) }
  }

  /** First and last day of the calendar month before this one. */
  function lastMonth(): { from: string; to: string } {
    const firstOfMonth = `${americanDay(clock.now()).slice(0, 7)}-01`
    const to = dayOf(new Date(Date.parse(firstOfMonth) - DAY_MS))
    return { from: `${to.slice(0, 7)}-01`, to }
  }

  async function readCreditsUsed(
    context: Context,
    { month }: Extract<DataQuestion, { tool: 'credits_used' }>,
  ): Promise<DataFinding> {
    const { from, to, days } =
      month === 'last'
        ? await services.credits.readUsageBetween(context, lastMonth())
        : await services.credits.readUsage(context)
    const used = days.reduce((sum, day) => sum + day.used - day.refunded, 0)
    return { text: creditsUsedText(used, from, to), contacts: [] }
  }

  /** The question with the ZIP codes of its county among those of the contacts. */
  async function withCounty(context: Context, question: DataQuestion): Promise<DataQuestion> {
    if (!('narrowing' in question) || question.narrowing.county === undefined) return question
    const county = comparableCounty(question.narrowing.county)
    const codes = await within(context, (tx) => store.listZipCodes(tx, MAX_ZIP_CODES))
    const places = await Promise.all(codes.map(async (code) => [code, await zipCodes.find(code)] as const))
    const zips = places
      .filter(([, place]) => place?.county && comparableCounty(place.county) === county)
      .map(([code]) => code)
    return { ...question, narrowing: { ...question.narrowing, zips } }
  }

  /** An answer from the caller's workspace; null if it has none. */
  return async function read(meaning: DataQuestion, caller: Caller): Promise<DataFinding | null> {
    const refusal = denialFor(ENDPOINTS[meaning.tool] ?? listContacts, caller)
    const context = contextOfCaller(caller)
    // A name may also be a word of the documentation.
    if (refusal !== null || !context)
      return isGuess(meaning) ? null : { text: refusal ?? '', contacts: [], isFinal: true }
    const question = await withCounty(context, meaning)
    switch (question.tool) {
      case 'changes':
        return readChanges(context, question.since, caller)
      case 'count_contacts':
        return countContacts(context, question)
      case 'statistic':
        return readStatistic(context, question)
      case 'breakdown':
        return countByValue(context, question)
      case 'duplicates':
        return listDuplicates(context)
      case 'tasks':
        return readTasks(context, question.which)
      case 'contact':
        return contactReader.readByName(context, question)
      case 'draft':
        return contactReader.openDraft(context, question)
      case 'reach':
        return contactReader.readByContactPoint(context, question.text)
      case 'compare':
        return contactReader.compare(context, question)
      case 'credits_used':
        return readCreditsUsed(context, question)
      case 'billing':
        return readBilling(context)
      case 'credits': {
        const { balance } = await services.credits.list(context, { limit: 1 })
        return { text: answers.creditsText(balance), contacts: [] }
      }
      default:
        return readList(context, question)
    }
  }
}

/** One more than the highest count that an answer gives. */
const MAX_COUNTED = answers.COUNT_LIMIT + 1
const MAX_PAIRS_LISTED = 5
const MAX_ZIP_CODES = 5000

const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`

function uniqueContacts(contacts: readonly { id: string; name: string }[]): { id: string; name: string }[] {
  return [...new Map(contacts.map((each) => [each.id, each])).values()].slice(0, LIST_LIMIT)
}
