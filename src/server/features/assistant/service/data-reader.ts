import { getBilling } from '#contract/billing.ts'
import { CHANGES_COUNT_LIMIT, listChanges } from '#contract/changes.ts'
import { listContacts } from '#contract/contacts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getCredits } from '#contract/organizations.ts'
import { listTasks } from '#contract/tasks.ts'
import { contactText } from '#domain/assistant/contact-answer.ts'
import type { NamedContact } from '#domain/assistant/data-answers.ts'
import * as answers from '#domain/assistant/data-answers.ts'
import { creditsUsedText, draftText } from '#domain/assistant/draft-answer.ts'
import {
  type ContactFact,
  type DataQuestion,
  type DraftAsked,
  isGuess,
  LIST_LIMIT,
} from '#domain/assistant/questions.ts'
import { PROFESSIONAL } from '#domain/billing/plans.ts'
import type { Channel } from '#domain/compliance/outreach.ts'
import { fold } from '#domain/identity/name.ts'
import { formatPhone } from '#domain/identity/phone.ts'
import { wholeContactPoint } from '#domain/identity/search-text.ts'
import type { BillingService } from '#server/features/billing/service.ts'
import type { ChangesService } from '#server/features/changes/service.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { CreditsService } from '#server/features/credits/service.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { dayOf, endOfDay } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { nullIfMissing } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store/own-contacts.ts'
import { type Caller, contextOfCaller, denialFor } from './caller.ts'
import { addressText, ageOf, homeOf, workText } from './contact-facts.ts'

/** An answer to a data question, in the product's own words. */
export type DataFinding = {
  text: string
  /** The contacts it names. */
  contacts: { id: string; name: string; write?: Channel }[]
  /** True for greetings and refusals, which are shown as they are and never passed to the model. */
  isTold?: true
}

export type DataServices = {
  contacts: ContactsService
  changes: ChangesService
  scores: ScoresService
  tasks: TasksService
  credits: CreditsService
  billing: Pick<BillingService, 'readOverview'>
}

/** The endpoint that reads the same data if it isn't the list of contacts; its access rules apply to the question. */
const ENDPOINTS: Partial<Record<DataQuestion['tool'], Endpoint>> = {
  ...{ changes: listChanges, tasks: listTasks, billing: getBilling },
  ...{ credits: getCredits, credits_used: getCredits },
}

const LAST_DAYS = 7
const DAY_MS = 86_400_000
/** Per kind of change. */
const MAX_CHANGES_LISTED = 3
const MAX_NAMESAKES = 50

/** Answers questions about the caller's own workspace. Only reads, with the caller's rights. */
export function createDataReader({ db, clock }: Pick<Platform, 'db' | 'clock'>, services: DataServices) {
  const within = <T>({ organizationId }: Context, work: (tx: TenantTx) => Promise<T>) =>
    db.tenant(organizationId, work)

  /** A list of contacts; null if a word of the question is no city, tag, stage or source of any contact. */
  async function listed(
    context: Context,
    question: Extract<DataQuestion, { tool: 'whom_to_call' | 'top_contacts' }>,
  ): Promise<DataFinding | null> {
    const { narrowing } = question
    const channel = question.tool === 'whom_to_call' ? (question.channel ?? 'call') : null
    const { among } = question
    const { order, show, isForOutreach } = question.tool === 'top_contacts' ? question : {}
    const mayContact = channel !== null || isForOutreach === true
    const limit = Math.min(question.limit, LIST_LIMIT)
    const found = await within(context, (tx) =>
      store.listContacts(tx, narrowing, {
        ...{ limit, order, among, fact: answers.listedFact(narrowing, order, show) },
        outreach: mayContact ? { channel, now: clock.now() } : null,
      }),
    )
    if (found.length === 0 && narrowing.word !== undefined) return null
    const contacts = found.map(nameOf)
    if (channel && !among) return { text: answers.whomToCallText(found, narrowing, channel), contacts }
    if (mayContact && !show && !among && !order) return { text: answers.bestText(found, narrowing), contacts }
    const count =
      found.length < limit || order || mayContact
        ? found.length
        : await within(context, (tx) => store.countMatching(tx, narrowing, { max: COUNTED, among }))
    return { text: answers.topText(narrowing, { contacts: found, count, order, show }), contacts }
  }

  async function changed(context: Context, since: string, caller: Caller): Promise<DataFinding> {
    const who = { userId: caller.session.userId, sid: caller.sid }
    const visit = since === 'last_visit' ? await within(context, (tx) => store.lastVisitOf(tx, who)) : since
    const lastDays = new Date(clock.now().getTime() - LAST_DAYS * DAY_MS).toISOString()
    const found = await services.changes.list(context, {
      since: visit ?? lastDays,
      limit: MAX_CHANGES_LISTED,
    })
    const { counts } = found
    const risen = [...found.risen.items, ...found.firstScores.items]
    const [fallen, newSignals] = [found.fallen.items, found.newSignals.items]
    const text = answers.changesText({
      ...{ since: found.since, isGuessed: visit === null, countedTo: CHANGES_COUNT_LIMIT },
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

  async function tasks(context: Context, which: Extract<DataQuestion, { tool: 'tasks' }>['which']) {
    const isToday = which === 'today'
    const view = isToday ? 'week' : which
    const page = await services.tasks.list(context, { view, limit: isToday ? 200 : LIST_LIMIT })
    const end = endOfDay(dayOf(clock.now()))
    const due = isToday ? page.items.filter(({ dueDate }) => dueDate !== null && dueDate <= end) : page.items
    const listed = due.slice(0, LIST_LIMIT)
    return {
      text: answers.tasksText(which, listed, isToday ? due.length : page.total),
      contacts: uniqueContacts(
        listed.map(({ contactId, contactName }) => ({ id: contactId, name: contactName })),
      ),
    }
  }

  /** Contacts with exactly this name, or else with every word of it. */
  async function namesakes(context: Context, name: string): Promise<string[]> {
    const search = name.slice(0, 100)
    const page = await services.contacts.list(context, { search, sort: 'score', limit: MAX_NAMESAKES })
    const wanted = fold(name)
    const all = page.items.map((each) => ({
      id: each.id,
      called: fold(`${each.firstName} ${each.lastName}`),
    }))
    const exact = all.filter(({ called }) => called === wanted)
    const words = wanted.split(' ')
    const alike = all.filter(({ called }) => words.every((word) => called.split(' ').includes(word)))
    const ids = (exact.length > 0 ? exact : alike).slice(0, LIST_LIMIT).map(({ id }) => id)
    // "Marias phone number" has lost its apostrophe.
    return ids.length === 0 && /\p{L}{3}s$/u.test(name) ? namesakes(context, name.slice(0, -1)) : ids
  }

  /** Facts about the only contact, or a list to choose from; null without a contact. */
  async function oneOf(
    context: Context,
    ids: readonly string[],
    wanted: string,
    about?: ContactFact,
  ): Promise<DataFinding | null> {
    const [only, ...others] = ids
    if (only === undefined) return null
    if (others.length === 0) return known(context, only, about)
    const found = await within(context, (tx) =>
      store.listContacts(tx, {}, { limit: LIST_LIMIT, among: ids, outreach: null, fact: null }),
    )
    return { text: answers.namesakesText(wanted, found), contacts: found.map(nameOf) }
  }

  /** Opens the outreach writer, unless the contact opted out of the channel. */
  async function drafted(context: Context, { name, channel }: DraftAsked): Promise<DataFinding | null> {
    const ids = await namesakes(context, name)
    const found = await within(context, (tx) =>
      store.listContacts(tx, {}, { limit: LIST_LIMIT, among: ids, outreach: null, fact: null }),
    )
    const [contact, ...others] = found
    if (!contact) return null
    const permissionOf = ({ doNotContact, optedOutChannels }: NamedContact) =>
      doNotContact ? 'blocked' : optedOutChannels?.includes(channel) ? 'opted_out' : 'allowed'
    const contacts = found.map((each) => ({
      ...nameOf(each),
      ...(permissionOf(each) === 'allowed' ? { write: channel } : {}),
    }))
    const text =
      others.length > 0
        ? answers.namesakesText(name, found)
        : draftText(contact.name, channel, permissionOf(contact))
    return { text, contacts }
  }

  /** The contact with this address or number, alternates included. Part of a number finds every contact that has it. */
  async function reached(context: Context, wanted: string): Promise<DataFinding> {
    const point = wholeContactPoint(wanted)
    const found = point
      ? await within(context, (tx) => services.contacts.listByContactPoint(tx, point))
      : (await services.contacts.list(context, { search: wanted, sort: 'score', limit: LIST_LIMIT })).items
    const ids = found.slice(0, LIST_LIMIT).map(({ id }) => id)
    return (
      (await oneOf(context, ids, wanted)) ?? { text: `None of your contacts has ${wanted}.`, contacts: [] }
    )
  }

  async function billed(context: Context): Promise<DataFinding> {
    const { plan, status, period, periodEnd, cancelAtPeriodEnd, isAgreed, credits } =
      await services.billing.readOverview(context)
    const priceDollars =
      isAgreed || period === null ? null : PROFESSIONAL[period === 'yearly' ? 'yearlyPrice' : 'monthlyPrice']
    const text = answers.billingText({
      ...{ plan, status, period, priceDollars, periodEnd },
      ...{ renews: !cancelAtPeriodEnd && !isAgreed, credits: credits.balance },
    })
    return { text, contacts: [] }
  }

  async function known(context: Context, id: string, about?: ContactFact): Promise<DataFinding | null> {
    const contact = await services.contacts.readCard(context, id).catch(nullIfMissing)
    const score = contact && (await services.scores.explain(context, id).catch(nullIfMissing))
    if (!contact || !score) return null
    const name = `${contact.firstName} ${contact.lastName}`
    const signals = score.signals
      .filter(({ live }) => live)
      .map(({ category, points, evidence }) => ({ category, points, description: evidence.description }))
    const text = contactText(
      {
        ...{ id, name, city: contact.city, state: contact.state, score: contact.nineDScore },
        ...{ points: score.points, meaning: score.meaning, signals },
        verified: { email: contact.emailVerified, phone: contact.phoneVerified },
        enrichedAt: contact.enrichedAt,
        openTasks: contact.tasks.filter(({ status }) => status !== 'completed').map(({ title }) => title),
        doNotContact: contact.doNotContact,
        ...{ email: contact.email, phone: contact.phone && formatPhone(contact.phone) },
        address: addressText(contact),
        optedOutChannels: contact.optedOutChannels,
        home: homeOf(contact),
        age: ageOf(contact, clock.now()),
        ...{
          lastContactOn: contact.lastContactOn,
          listed: contact.listed,
          relationship: contact.relationship,
        },
        work: workText(contact),
        birthday: contact.details?.birthday ?? null,
        history: contact.details?.history ?? null,
        labels: contact.labels,
        notes: contact.notes,
      },
      about,
    )
    return { text, contacts: [{ id, name }] }
  }

  async function counted(
    context: Context,
    { narrowing, among }: Extract<DataQuestion, { tool: 'count_contacts' }>,
  ): Promise<DataFinding | null> {
    const count = await within(context, (tx) => store.countMatching(tx, narrowing, { max: COUNTED, among }))
    if (count === 0 && narrowing.word !== undefined) return null
    return { text: answers.countText(count, narrowing), contacts: [] }
  }

  /** Both people's answers; null unless each name is that of one contact. */
  async function compared(
    context: Context,
    { names, about }: Extract<DataQuestion, { tool: 'compare' }>,
  ): Promise<DataFinding | null> {
    const people = await Promise.all(names.map((name) => namesakes(context, name)))
    if (people.some((ids) => ids.length !== 1)) return null
    const ids = people.flat()
    const found = await within(context, (tx) =>
      store.listContacts(
        tx,
        {},
        {
          ...{ limit: LIST_LIMIT, among: ids, outreach: null },
          fact: answers.listedFact({}, undefined, about),
        },
      ),
    )
    return {
      text: answers.topText({}, { contacts: found, count: found.length, show: about }),
      contacts: found.map(nameOf),
    }
  }

  /** An answer from the caller's workspace; null if it has none. */
  return async function read(question: DataQuestion, caller: Caller): Promise<DataFinding | null> {
    const refusal = denialFor(ENDPOINTS[question.tool] ?? listContacts, caller)
    const context = contextOfCaller(caller)
    // A name may also be a word of the documentation.
    if (refusal !== null || !context)
      return isGuess(question) ? null : { text: refusal ?? '', contacts: [], isTold: true }
    switch (question.tool) {
      case 'changes':
        return changed(context, question.since, caller)
      case 'count_contacts':
        return counted(context, question)
      case 'tasks':
        return tasks(context, question.which)
      case 'contact':
        return oneOf(context, await namesakes(context, question.name), question.name, question.about)
      case 'draft':
        return drafted(context, question)
      case 'credits_used': {
        const { from, to, days } = await services.credits.readUsage(context)
        const used = days.reduce((sum, day) => sum + day.used - day.refunded, 0)
        return { text: creditsUsedText(used, from, to), contacts: [] }
      }
      case 'reach':
        return reached(context, question.text)
      case 'billing':
        return billed(context)
      case 'compare':
        return compared(context, question)
      case 'credits': {
        const { balance } = await services.credits.list(context, { limit: 1 })
        return { text: answers.creditsText(balance), contacts: [] }
      }
      default:
        return listed(context, question)
    }
  }
}

/** One more than the highest count that an answer gives. */
const COUNTED = answers.COUNT_LIMIT + 1

const nameOf = ({ id, name }: { id: string; name: string }) => ({ id, name })

function uniqueContacts(contacts: readonly { id: string; name: string }[]): { id: string; name: string }[] {
  return [...new Map(contacts.map((each) => [each.id, each])).values()].slice(0, LIST_LIMIT)
}
