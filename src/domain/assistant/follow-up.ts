import { orderIn } from './intents.ts'
import { parseNameQuestion } from './name-question.ts'
import { personIn } from './person-name.ts'
import { correctTypos, leftoverWords } from './plain-words.ts'
import { hasFilter, mergeFilters, parseConditions } from './question-filter.ts'
import {
  type ContactFact,
  type DataQuestion,
  LIST_LIMIT,
  type ListOrder,
  type QuestionFilter,
} from './questions.ts'
import { normalizeQuestion, parseContactFact } from './vocabulary.ts'

/** The question before, what it meant, and the contacts its answer named. */
export type PreviousQuestion = {
  question: string
  meant: DataQuestion | null
  contacts: readonly { id: string; name: string }[]
}

const FILLER_PATTERN = /^(?:(?:and|so|ok(?:ay)?|but|then|also|what about|how about)[, ]+)+/i
const POSSESSIVE_PATTERN = /\b(?:her|his|their)\b(?=\s+\p{L})/giu
const PERSON_PATTERN = /\b(?:she|he|her|him|they|them|this person|that person)\b/gi
const SINGLE_PATTERN = /\b(?:she|her|he|his|him|they|their|them|(?:this|that) person)\b/i
/** The home of the person: "how much is it worth", "is the house listed". */
const HOME_PATTERN =
  /\b(?:it|that|the (?:house|home|place|property))\b(?=.*\b(?:worth|value|valued|listed|for sale|market)\b)/i
const SEVERAL_PATTERN =
  /\b(?:(?:of|among|from) (?:them|those|these)|those|these|them|they|their|the ones|each|anyone (?:there|else))\b/i
const NARROWING_PATTERN =
  /^(?:and|but|only|just|so|ok(?:ay)?|now|what about|how about|then|sort|order|rank|filter|narrow|remove|drop|in|from|with|without|over|under|which (?:ones? )?(?:of|are|r|in))\b/i
/** "How many is that": the contacts of the last answer, counted. */
const COUNT_OF_LIST_PATTERN =
  /^(?:(?:so )?how many (?:is|are|was|were) (?:that|those|these|it|they|there)(?: in (?:total|all)| total)?|how many(?: total| in total| in all)?|count (?:them|those|that)|what(?: is|'s) the (?:count|total|number))$/
/** "Who's first": the first contact of the last list. */
const FIRST_OF_LIST_PATTERN =
  /^(?:so )?(?:who|which one)(?: is| should be| do i call)? (?:first|next|on top|at the top|the best)$/
/** Requests for the people themselves: "list them", "which of them can I call". */
const LISTS_PATTERN = /\b(?:call|text|e-?mail|list|show|names?)\b|^(?:who|which) (?:are|is|ones?)\b/
/** Longer questions are complete without the one before. */
const MAX_LENGTH = 120

/** One of the contacts in the last answer: "the first one", "the last person". */
const ORDINAL_PATTERN =
  /\b(?:the )?(first|second|third|fourth|fifth|last|top|1st|2nd|3rd) (?:one|person|guy|contact|name|lead|on the list|on that list)\b/i
const ORDINALS: Readonly<Record<string, number>> = {
  ...{ first: 0, top: 0, '1st': 0, second: 1, '2nd': 1, third: 2, '3rd': 2 },
  ...{ fourth: 3, fifth: 4, last: -1 },
}

/** Tells if a question needs the one before it to make sense. */
export function isFollowUp(question: string): boolean {
  const text = question.trim()
  return (
    text.length <= MAX_LENGTH &&
    (SINGLE_PATTERN.test(text) ||
      HOME_PATTERN.test(text) ||
      SEVERAL_PATTERN.test(text) ||
      NARROWING_PATTERN.test(text) ||
      ORDINAL_PATTERN.test(text) ||
      FIRST_OF_LIST_PATTERN.test(normalizeQuestion(text)) ||
      COUNT_OF_LIST_PATTERN.test(normalizeQuestion(text)))
  )
}

/** The contacts that the last answer named, or the name that it had no contact for. */
function peopleOf(previous: PreviousQuestion | null): readonly { name: string }[] {
  if (!previous) return []
  const { meant, contacts } = previous
  return contacts.length === 0 && meant?.tool === 'contact' ? [{ name: meant.name }] : contacts
}

const withoutFiller = (question: string) =>
  question
    .trim()
    .replace(FILLER_PATTERN, '')
    .replace(/[?.!\s]+$/, '')

/** Fills in the only person that the last answer named; leaves the question unchanged otherwise. */
export function inContext(question: string, previous: PreviousQuestion | null): string {
  const contacts = peopleOf(previous)
  const [firstContact, ...otherContacts] = contacts
  const ordinal = ORDINAL_PATTERN.exec(question)
  const chosenContact = ordinal && contacts.at(ORDINALS[ordinal[1]?.toLowerCase() ?? ''] ?? 0)
  if (ordinal && chosenContact && question.length <= MAX_LENGTH)
    return withoutFiller(question.replace(ORDINAL_PATTERN, chosenContact.name))
  if (
    !firstContact ||
    otherContacts.length > 0 ||
    !(SINGLE_PATTERN.test(question) || HOME_PATTERN.test(question)) ||
    question.length > MAX_LENGTH
  )
    return question
  const nameQuestion = parseNameQuestion(withoutFiller(question), false)
  if (
    nameQuestion?.tool === 'compare' ||
    personIn(question) ||
    (nameQuestion?.tool === 'contact' && /^\p{Lu}/u.test(nameQuestion.name))
  )
    return question
  const fullQuestion = withoutFiller(question).replace(HOME_PATTERN, `${firstContact.name}'s home`)
  // "write her a letter" has no owner before "a", and "her email" has one.
  return fullQuestion
    .replace(POSSESSIVE_PATTERN, (word, at: number) =>
      /^\s+an?\b/i.test(fullQuestion.slice(at + word.length)) ? firstContact.name : `${firstContact.name}'s`,
    )
    .replace(PERSON_PATTERN, firstContact.name)
}

/**
 * A question about the contacts of the question before, such as "which of them live in Lisle" or "and their emails";
 * null if it is about something else.
 */
export function narrowPrevious(
  question: string,
  previous: PreviousQuestion | null,
  today: string,
): DataQuestion | null {
  if (!previous || !isFollowUp(question)) return null
  const { meant, contacts } = previous
  const list = meant && LIST_TOOLS.has(meant.tool) ? (meant as ListQuestion) : null
  const isOnePerson = contacts.length === 1 && (SINGLE_PATTERN.test(question) || HOME_PATTERN.test(question))
  if (isOnePerson || (!list && contacts.length === 0)) return null
  if (list && list.tool !== 'count_contacts' && FIRST_OF_LIST_PATTERN.test(normalizeQuestion(question)))
    return { ...list, limit: 1 }
  const followUp = readFollowUp(question, today)
  return followUp && shapeFollowUp(followUp, list, contacts)
}

const LIST_TOOLS: ReadonlySet<DataQuestion['tool']> = new Set([
  'whom_to_call',
  'top_contacts',
  'count_contacts',
])

/** A follow-up question in its parts; `isOther` asks for other contacts, as "and in Aurora" does. */
type FollowUp = {
  text: string
  filter: QuestionFilter
  show: ContactFact | undefined
  order?: ListOrder | undefined
  isOther: boolean
}

function readFollowUp(question: string, today: string): FollowUp | null {
  const text = correctTypos(normalizeQuestion(question)).replace(FILLER_PATTERN, '')
  const { filter, rest } = parseConditions(text, today)
  const show = hasFilter(filter) || COUNT_WORDS_PATTERN.test(text) ? undefined : shownFact(text)
  const order = /\b(?:sort|order|rank|by|first|most|least|oldest|youngest|longest|newest)\b/.test(text)
    ? orderIn(text)
    : undefined
  if (order && !hasFilter(filter)) return { text, filter, show: undefined, order, isOther: false }
  if (COUNT_OF_LIST_PATTERN.test(text)) return { text, filter, show: undefined, isOther: false }
  const isAnswerable = hasFilter(filter) || show || LISTS_PATTERN.test(text)
  if (!isAnswerable || leftoverWords(rest).some((word) => !parseContactFact(word))) return null
  return { text, filter, show, isOther: !SEVERAL_PATTERN.test(question) && !/^(?:only|just)\b/.test(text) }
}

const COUNT_WORDS_PATTERN = /\bhow many\b/

function shapeFollowUp(
  { text, filter, show, isOther, order: newOrder }: FollowUp,
  list: ListQuestion | null,
  contacts: PreviousQuestion['contacts'],
): DataQuestion {
  const { order, ...scope } = scopeOf(list, filter, isOther && list ? [] : contacts)
  if (
    COUNT_WORDS_PATTERN.test(text) ||
    (isOther && list?.tool === 'count_contacts' && !LISTS_PATTERN.test(text))
  )
    return { tool: 'count_contacts', ...scope }
  // Their channel stays closed to those who opted out of it.
  if (!show && list?.tool === 'whom_to_call') return { ...list, ...scope }
  const isForOutreach = isOutreach(list) || /\b(?:call|reach|contact)\b/.test(text)
  return { tool: 'top_contacts', limit: LIST_LIMIT, ...scope, order: newOrder ?? order, isForOutreach, show }
}

type ListQuestion = Extract<DataQuestion, { tool: 'whom_to_call' | 'top_contacts' | 'count_contacts' }>

type ListScope = { narrowing: QuestionFilter; among?: readonly string[]; order?: ListOrder | undefined }

/** A list that named all its contacts is narrowed by their ids; any other is read again with its conditions. */
function scopeOf(
  list: ListQuestion | null,
  added: QuestionFilter,
  contacts: PreviousQuestion['contacts'],
): ListScope {
  const ids = contacts.map(({ id }) => id)
  if (!list) return { narrowing: added, among: ids }
  const order = list.tool === 'top_contacts' && list.order ? { order: list.order } : {}
  const narrowing = mergeFilters(list.narrowing, added)
  if (ids.length > 0 && ids.length < LIST_LIMIT) return { narrowing, among: ids, ...order }
  // Contacts in another place are not among those listed.
  const among = 'among' in list && added.place === undefined ? list.among : undefined
  return { narrowing, ...(among ? { among } : {}), ...order }
}

const isOutreach = (list: ListQuestion | null) =>
  list?.tool === 'whom_to_call' || (list?.tool === 'top_contacts' && list.isForOutreach === true)

function shownFact(text: string): ContactFact | undefined {
  return parseContactFact(text.replace(/\b(?:call|lives?|where|which|who)\b/g, ' '))
}
