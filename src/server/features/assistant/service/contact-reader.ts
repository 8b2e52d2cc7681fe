import { contactText } from '#domain/assistant/contact-answer.ts'
import * as answers from '#domain/assistant/data-answers.ts'
import { draftText } from '#domain/assistant/draft-answer.ts'
import { listedFact } from '#domain/assistant/listed-facts.ts'
import {
  type ContactFact,
  type DataQuestion,
  type DraftRequest,
  LIST_LIMIT,
} from '#domain/assistant/questions.ts'
import { isTypoOf } from '#domain/assistant/vocabulary.ts'
import { fold } from '#domain/identity/name.ts'
import { isNickname } from '#domain/identity/nicknames.ts'
import { formatPhone } from '#domain/identity/phone.ts'
import { wholeContactPoint } from '#domain/identity/search-text.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import { americanDay } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { nullIfMissing } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store/own-contacts.ts'
import { addressText, ageOf, homeOf, workText } from './contact-facts.ts'
import { type DataFinding, nameOf } from './data-finding.ts'

const MAX_NAMESAKES = 50
/** Shortest word of a name in which a typo is recognized. */
const MIN_TYPO_LENGTH = 4

type Namesake = { id: string; words: string[]; name: string }

/** Answers questions about single contacts, found by name, address or number. */
export function createContactReader(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  services: { contacts: ContactsService; scores: ScoresService },
) {
  const listByIds = (context: Context, ids: readonly string[], about?: ContactFact) =>
    db.tenant(context.organizationId, (tx) =>
      store.listContacts(
        tx,
        {},
        { limit: LIST_LIMIT, among: ids, outreach: null, fact: listedFact({}, undefined, about) },
      ),
    )

  async function search(context: Context, text: string): Promise<Namesake[]> {
    const query = { search: text, sort: 'score', limit: MAX_NAMESAKES } as const
    const { items } = await services.contacts.list(context, query)
    return items.map(({ id, firstName, lastName }) => {
      const name = fold(`${firstName} ${lastName}`)
      return { id, name, words: name.split(/[\s-]+/) }
    })
  }

  /** Contacts with exactly this name, or else with every word of it, or else with nicknames or typos in it. */
  async function findNamesakes(context: Context, name: string): Promise<string[]> {
    const searchText = fold(name.slice(0, 100))
    const words = searchText.split(/[\s-]+/)
    const contacts = await search(context, searchText)
    const exact = contacts.filter((each) => each.name === searchText)
    const alike = contacts.filter((each) => words.every((word) => each.words.includes(word)))
    const ids = (matches: readonly Namesake[]) => matches.slice(0, LIST_LIMIT).map(({ id }) => id)
    if (exact.length + alike.length > 0) return ids(exact.length > 0 ? exact : alike)
    // "Marias phone number" has lost its apostrophe.
    if (/\p{L}{3}s$/u.test(searchText)) {
      const singular = await findNamesakes(context, searchText.slice(0, -1))
      if (singular.length > 0) return singular
    }
    return ids(await findMisspelled(context, words))
  }

  /** Contacts whose name has each of the words, in the same or a similar spelling. */
  async function findMisspelled(context: Context, words: readonly string[]): Promise<Namesake[]> {
    const isAlike = (word: string, other: string) =>
      word === other ||
      isNickname(word, other) ||
      (word.length >= MIN_TYPO_LENGTH && other.length >= MIN_TYPO_LENGTH && isTypoOf(word, other))
    // The first letters of a word are rarely wrong, and the rest of the name may be right.
    const searches = words.flatMap((word) => (word.length < 3 ? [] : [word, word.slice(0, 3)])).slice(0, 6)
    const pages = await Promise.all(searches.map((text) => search(context, text)))
    const candidates = new Map(pages.flat().map((each) => [each.id, each]))
    return [...candidates.values()].filter((each) =>
      words.every((word) => each.words.some((other) => isAlike(word, other))),
    )
  }

  /** Facts about the only contact, or a list to choose from; null without a contact. */
  async function readOneOf(
    context: Context,
    ids: readonly string[],
    { name, about }: { name: string; about?: ContactFact | undefined },
  ): Promise<DataFinding | null> {
    const [firstId, ...otherIds] = ids
    if (firstId === undefined) return null
    if (otherIds.length === 0) return readContact(context, firstId, about)
    const contacts = await listByIds(context, ids)
    return { text: answers.namesakesText(name, contacts), contacts: contacts.map(nameOf) }
  }

  async function readContact(context: Context, id: string, about?: ContactFact): Promise<DataFinding | null> {
    const contact = await services.contacts.readCard(context, id).catch(nullIfMissing)
    const score = contact && (await services.scores.explain(context, id).catch(nullIfMissing))
    if (!contact || !score) return null
    const name = `${contact.firstName} ${contact.lastName}`
    const signals = score.signals
      .filter(({ live }) => live)
      .map(({ category, points, evidence }) => ({ category, points, description: evidence.description }))
    const { listed, relationship, labels, notes, optedOutChannels, doNotContact, enrichedAt } = contact
    const text = contactText(
      {
        ...{ id, name, city: contact.city, state: contact.state, score: contact.nineDScore },
        ...{ points: score.points, meaning: score.meaning, signals, chance: contact.moveChance },
        calibration: score.calibration,
        verified: { email: contact.emailVerified, phone: contact.phoneVerified },
        openTasks: contact.tasks.filter(({ status }) => status !== 'completed').map(({ title }) => title),
        ...{ email: contact.email, phone: contact.phone && formatPhone(contact.phone) },
        ...{ address: addressText(contact), home: homeOf(contact), work: workText(contact) },
        age: ageOf(contact, americanDay(clock.now())),
        lastContactOn: contact.lastContactOn,
        birthday: contact.details?.birthday ?? null,
        history: contact.details?.history ?? null,
        partner: contact.details?.partner ?? null,
        ...{ listed, relationship, labels, notes, optedOutChannels, doNotContact, enrichedAt },
      },
      about,
    )
    return { text, contacts: [{ id, name }] }
  }

  return {
    readByName: async (
      context: Context,
      question: Extract<DataQuestion, { tool: 'contact' }>,
    ): Promise<DataFinding | null> =>
      readOneOf(context, await findNamesakes(context, question.name), question),

    /** The contact with this address or number, alternates included. Part of a number finds every contact that has it. */
    async readByContactPoint(context: Context, wanted: string): Promise<DataFinding> {
      const point = wholeContactPoint(wanted)
      const found = point
        ? await db.tenant(context.organizationId, (tx) => services.contacts.listByContactPoint(tx, point))
        : await search(context, wanted)
      const ids = found.slice(0, LIST_LIMIT).map(({ id }) => id)
      const finding = await readOneOf(context, ids, { name: wanted })
      return finding ?? { text: `None of your contacts has ${wanted}.`, contacts: [] }
    },

    /** Opens the outreach writer, unless the contact opted out of the channel. */
    async openDraft(context: Context, { name, channel }: DraftRequest): Promise<DataFinding | null> {
      const found = await listByIds(context, await findNamesakes(context, name))
      const [contact, ...others] = found
      if (!contact) return null
      const permissionOf = ({ doNotContact, optedOutChannels }: (typeof found)[number]) =>
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
    },

    /** Both contacts' answers; null unless each name is that of one contact. */
    async compare(
      context: Context,
      { names, about }: Extract<DataQuestion, { tool: 'compare' }>,
    ): Promise<DataFinding | null> {
      const namesakes = await Promise.all(names.map((name) => findNamesakes(context, name)))
      if (namesakes.some((ids) => ids.length !== 1)) return null
      const contacts = await listByIds(context, namesakes.flat(), about)
      const text = answers.topText({}, { contacts, count: contacts.length, show: about })
      return { text, contacts: contacts.map(nameOf) }
    },
  }
}
