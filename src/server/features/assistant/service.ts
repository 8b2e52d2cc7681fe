import type { ChatReply } from '#contract/assistant.ts'
import { listContacts } from '#contract/contacts.ts'
import { answerCallingRule } from '#domain/assistant/calling-rule-answer.ts'
import { inContext, isFollowUp, narrowPrevious, type PreviousQuestion } from '#domain/assistant/follow-up.ts'
import { isExplained, parseDataQuestion, splitQuestion } from '#domain/assistant/intents.ts'
import { choiceInstructions, joinQuestions, MAX_TURNS } from '#domain/assistant/model-words.ts'
import {
  findPassages,
  hasAllWords,
  indexPassages,
  type Passage,
  type PassageIndex,
} from '#domain/assistant/passages.ts'
import { personIn } from '#domain/assistant/person-name.ts'
import { hasFilter } from '#domain/assistant/question-filter.ts'
import { type DataQuestion, LIST_LIMIT } from '#domain/assistant/questions.ts'
import { quotePassages } from '#domain/assistant/quote-passages.ts'
import { answerSmallTalk, isCommand, isForeign, isOverride } from '#domain/assistant/small-talk.ts'
import type { BrandsService } from '#server/features/brands/service.ts'
import { americanDay } from '#server/platform/clock.ts'
import { readDocuments } from '#server/platform/content/documents.ts'
import { requireLimits } from '#server/platform/http/stored-limits.ts'
import { type ConnectedModel, ModelError, type ModelTurn } from '#server/platform/llm/language-model.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import { type Caller, denialFor, isUnchanged } from './service/caller.ts'
import { conversations, type Exchange } from './service/conversation.ts'
import type { DataFinding } from './service/data-finding.ts'
import { createDataReader, type DataServices } from './service/data-reader.ts'
import * as replies from './service/replies.ts'
import { chosenQuestion, MODEL_TOOLS } from './service/tools.ts'
import { writeAnswer } from './service/written-answer.ts'

const OF_THE_LIST_PATTERN = /\b(?:of|among) (?:them|those|these)\b/i

/** Passages and findings that an answer can use. */
type AnswerEvidence = {
  passages: readonly Passage[]
  findings: readonly DataFinding[]
  /** The question is about a name that no contact has. */
  isUnknownName?: boolean
}
type AssistantRequest = { caller: Caller; question: string; signal: AbortSignal }
type ConversationHistory = { turns: ModelTurn[]; contactIds: string[]; ownData: boolean }
type AssistantAnswer = {
  known: AnswerEvidence
  reply: string | null
  note?: string
  earlier?: ConversationHistory
}

/**
 * Answers questions about the product from its documentation, and about the caller's contacts with the caller's rights.
 * A connected model words the answer from the evidence read for it and sees nothing else.
 */
export function assistantService(
  { db, model, site, clock, zipCodes }: Pick<Platform, 'db' | 'model' | 'site' | 'clock' | 'zipCodes'>,
  { brands, ...services }: DataServices & { brands: Pick<BrandsService, 'productNameOf'> },
) {
  const documents = readDocuments(site)
  let index: PassageIndex | undefined
  const read = createDataReader({ db, clock, zipCodes }, services)
  const { list, clear, add } = conversations(db)

  /** The last question of the conversation and its meaning, which may build on the questions before it. */
  async function previousOf(caller: Caller, today: string): Promise<PreviousQuestion | null> {
    const messages = await list(caller)
    // A question that is complete by itself doesn't build on those before it, which would be read in vain.
    const start = messages.findLastIndex(({ role, content }) => role === 'user' && !isFollowUp(content))
    let previous: PreviousQuestion | null = null
    for (const [position, { role, content }] of messages.entries()) {
      if (role !== 'user' || position < start) continue
      const meant = await meaningOf(meaningsOf(content, previous, today), caller)
      previous = { question: content, meant, contacts: messages[position + 1]?.contacts ?? [] }
    }
    return previous
  }

  /** The meaning that was answered: the first one that the workspace has something for. */
  async function meaningOf(meanings: readonly DataQuestion[], caller: Caller): Promise<DataQuestion | null> {
    const [first = null, ...otherMeanings] = meanings
    if (otherMeanings.length === 0) return first
    for (const meaning of meanings) if (await read(meaning, caller)) return meaning
    return first
  }

  const meaningsOf = (question: string, previous: PreviousQuestion | null, today: string) => {
    const narrowed = narrowPrevious(question, previous, today)
    return narrowed ? [narrowed] : parseDataQuestion(inContext(question, previous), today)
  }

  /** An answer to small talk, which names the product as the caller knows it. */
  async function answerTalk(question: string, { session }: Caller): Promise<string | null> {
    if (answerSmallTalk(question, site.brand.name) === null) return null
    return answerSmallTalk(question, await brands.productNameOf(session.organizationId))
  }

  /** Finds evidence for one question with the rules and the documentation. */
  async function look({ caller, question: original }: AssistantRequest): Promise<AnswerEvidence> {
    const today = americanDay(clock.now())
    const previous = isFollowUp(original) ? await previousOf(caller, today) : null
    const question = inContext(original, previous)
    const meanings = meaningsOf(original, previous, today)
    const rule = answerCallingRule(question)
    const talk = await answerTalk(question, caller)
    // "When can I call Virginia Wells" is about a person, if there is one of that name.
    const hasFullName = meanings.some((each) => each.tool === 'contact' && each.name.includes(' '))
    const text = talk ?? (hasFullName ? null : rule)
    if (text !== null) return { passages: [], findings: [{ text, contacts: [], isFinal: true }] }
    for (const meant of meanings) {
      const finding = await read(meant, caller)
      if (finding) return { passages: [], findings: [finding] }
    }
    if (rule !== null) return { passages: [], findings: [{ text: rule, contacts: [], isFinal: true }] }
    // A question about the previous list has no answer in the documentation.
    if (meanings.length === 0 && OF_THE_LIST_PATTERN.test(question)) return { passages: [], findings: [] }
    return findInDocuments(question, meanings, caller)
  }

  /** Finds evidence for a question that the workspace has nothing for. */
  async function findInDocuments(
    question: string,
    meanings: readonly DataQuestion[],
    caller: Caller,
  ): Promise<AnswerEvidence> {
    const isUnknownName = denialFor(listContacts, caller) === null && meanings.some(isNamed)
    index ??= indexPassages(documents)
    const hasGivenName = meanings.some((each) => each.tool === 'contact' && personIn(each.name) !== null)
    // The documentation has no people, so a question with a name has no answer there.
    if (isUnknownName && hasGivenName) return { ...NOTHING, isUnknownName }
    const certain = findPassages(index, question, { isStrict: true })
    const listed = certain.length === 0 ? await readWordList(meanings, caller) : null
    if (listed) return { passages: [], findings: [listed] }
    if (isUnknownName && meanings.some((each) => isUnknownSurname(each, question, index)))
      return { ...NOTHING, isUnknownName }
    const passages = certain.length > 0 ? certain : findPassages(index, question)
    return { passages, findings: [] }
  }

  /** The list of a question with an unknown word beside other conditions, once the documentation has no answer. */
  async function readWordList(
    meanings: readonly DataQuestion[],
    caller: Caller,
  ): Promise<DataFinding | null> {
    for (const meaning of meanings) {
      if (meaning.tool !== 'top_contacts' && meaning.tool !== 'count_contacts') continue
      const { word, place: _, ...conditions } = meaning.narrowing
      if (word === undefined) continue
      if (!hasFilter(conditions) || hasAllWords(index, word)) return null
      return read({ ...meaning, isCertain: true }, caller)
    }
    return null
  }

  /** Finds evidence for the parts of a question that has several and no answer as a whole. */
  async function lookAtParts(request: AssistantRequest): Promise<AnswerEvidence> {
    const evidence = await look(request)
    if (isOverride(request.question) && evidence.findings.length === 0) return NOTHING
    const parts = splitQuestion(request.question)
    const isComplete = evidence.findings.length > 0 && !parts.some(isExplained)
    if (parts.length < 2 || isComplete) return evidence
    const partEvidence = await Promise.all(parts.map((question) => look({ ...request, question })))
    const findings = partEvidence.flatMap((each) => each.findings.slice(0, 1)).slice(0, 2)
    if (findings.length === 0) return evidence
    const answered = partEvidence.filter(
      (each, part) => each.findings.length === 0 && isExplained(parts[part] ?? ''),
    )
    return { passages: answered.flatMap(({ passages }) => passages.slice(0, 1)).slice(0, 1), findings }
  }

  /** Evidence that the model chooses to read, based only on the person's own words. */
  async function choose(
    connected: ConnectedModel,
    request: AssistantRequest,
    earlier: ConversationHistory,
  ): Promise<AnswerEvidence> {
    const choices = await connected.choose(
      {
        instructions: choiceInstructions(site.brand.name),
        turns: [{ role: 'user', content: joinQuestions(request.question, earlier.turns) }],
        maxCharacters: 2000,
        signal: request.signal,
      },
      MODEL_TOOLS,
    )
    const findings: DataFinding[] = []
    // Choosing can take long enough for the caller's access to change.
    if (choices.length > 0 && !(await isUnchanged(request.caller))) return { passages: [], findings }
    for (const choice of choices.slice(0, limits.MAX_TOOL_CALLS)) {
      const own = chosenQuestion(choice)
      const finding = own && (await read(own, request.caller))
      if (finding) findings.push(finding)
    }
    return { passages: [], findings }
  }

  async function earlierOf(caller: Caller): Promise<ConversationHistory> {
    const messages = (await list(caller)).slice(-MAX_TURNS)
    return {
      turns: messages.map(({ role, content }) => ({ role, content })),
      contactIds: messages.flatMap(({ contactIds }) => contactIds),
      ownData: messages.some(({ ownData }) => ownData),
    }
  }

  /** Evidence and answer from the model; `reply` is null if its words fail the checks and a template answers. */
  async function* written(
    connected: ConnectedModel,
    request: AssistantRequest,
    evidence: AnswerEvidence,
  ): AsyncGenerator<string, AssistantAnswer> {
    const earlier = await earlierOf(request.caller)
    let known = evidence
    try {
      if (isUnknown(known)) known = await choose(connected, request, earlier)
      if (isUnknown(known) || known.findings.some(({ isFinal }) => isFinal)) return { known, reply: null }
      const reply = yield* writeAnswer(connected, {
        productName: site.brand.name,
        ...{ question: request.question, signal: request.signal },
        ...{ evidence: evidenceOf(known), earlier: earlier.turns },
      })
      return { known, reply, earlier }
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      return { known, reply: null, note: replies.MODEL_DOWN_NOTE }
    }
  }

  /** Yields the answer in parts and returns the whole, which may replace them. */
  async function* answer(request: AssistantRequest): AsyncGenerator<string, ChatReply> {
    const evidence = await lookAtParts(request)
    const result: AssistantAnswer =
      model.kind === 'connected' ? yield* written(model, request, evidence) : { known: evidence, reply: null }
    const { known, reply, note } = result
    const text = reply ?? [templateAnswer(request.question, known), note].filter(Boolean).join('\n\n')
    const whole = replyOf(text, known, reply !== null)
    // A caller who disconnected still sees the question on screen and can ask again.
    if (!request.signal.aborted) await add(request.caller, exchangeOf(request.question, whole, result))
    return whole
  }

  return {
    answer,

    /** Counts a question. @throws {AppError} rate_limited */
    async admit({ session }: Caller): Promise<void> {
      const { userId, organizationId } = session
      const day = organizationId ? `chat:organization:${organizationId}` : `chat:day:${userId}`
      const quotas = [
        { bucket: `chat:user:${userId}`, max: limits.MAX_QUESTIONS_PER_MINUTE, minutes: 1 },
        { bucket: day, max: limits.MAX_QUESTIONS_PER_DAY, minutes: 1440 },
      ]
      const message = "You've asked a lot of questions. Please wait a moment and try again."
      await db.transaction((tx) => requireLimits(tx, quotas, message))
    },

    /** The conversation of the caller's session, oldest message first. */
    conversation: list,
    /** Deletes the conversation. */
    clear,
  }
}
export type AssistantService = ReturnType<typeof assistantService>

const NOTHING: AnswerEvidence = { passages: [], findings: [] }

const isNamed = (meaning: DataQuestion) =>
  meaning.tool === 'contact' &&
  (meaning.about !== undefined || /^\p{Lu}/u.test(meaning.name) || personIn(meaning.name) !== null)

/** Tells if a name in capitals is neither a place nor a term of the documentation. */
function isUnknownSurname(meaning: DataQuestion, question: string, index: PassageIndex | undefined): boolean {
  if (meaning.tool !== 'contact' || !/^\p{Lu}/u.test(meaning.name)) return false
  const isPlace = ['in', 'from', 'near', 'around', 'at', 'of'].some((before) =>
    question.includes(`${before} ${meaning.name}`),
  )
  return !isPlace && !hasAllWords(index, meaning.name)
}

const isUnknown = ({ passages, findings }: AnswerEvidence) => passages.length === 0 && findings.length === 0

function templateAnswer(question: string, known: AnswerEvidence): string {
  if (isUnknown(known)) {
    if (known.isUnknownName) return replies.NO_CONTACT_REPLY
    if (isForeign(question)) return replies.ENGLISH_ONLY
    return isCommand(question) ? replies.READ_ONLY_REPLY : replies.UNKNOWN_REPLY
  }
  const texts = known.findings.map(({ text }) => text)
  if (texts.length === 0 && isCommand(question)) texts.push(replies.READ_ONLY_REPLY)
  return [...texts, quotePassages(known.passages, question)].filter(Boolean).join('\n\n')
}

function evidenceOf({ passages, findings }: AnswerEvidence) {
  return [
    ...findings.map(({ text }) => ({ from: 'the person’s own workspace', text })),
    ...passages.map(({ title, heading, blocks }) => ({
      from: `documentation, ${title}: ${heading}`,
      text: blocks.join('\n\n'),
    })),
  ].map(({ from, text }) => ({ from, text: text.slice(0, limits.MAX_EVIDENCE_LENGTH) }))
}

/** The exchange to store. A model's reply also builds on earlier messages, so it inherits their contacts. */
function exchangeOf(
  question: string,
  whole: ChatReply,
  { known, reply, earlier }: AssistantAnswer,
): Exchange {
  const before = reply === null ? undefined : earlier
  const read = known.findings.flatMap(({ contacts }) => contacts.map(({ id }) => id))
  return {
    ...whole,
    question,
    contacts: whole.contacts ?? [],
    contactIds: [...new Set([...read, ...(before?.contactIds ?? [])])],
    ownData: known.findings.some(({ isFinal }) => !isFinal) || before?.ownData === true,
  }
}

/** A reply with links to the evidence; a model's reply links only the contacts it names. */
function replyOf(reply: string, { passages, findings }: AnswerEvidence, isWritten: boolean): ChatReply {
  const read = new Map(findings.flatMap(({ contacts }) => contacts.map((each) => [each.id, each] as const)))
  const all = [...read.values()]
  const mentioned = all.filter(({ name }) => reply.includes(name))
  const contacts = (isWritten && mentioned.length > 0 ? mentioned : all).slice(0, LIST_LIMIT)
  return {
    reply,
    sources: passages.map(({ title, slug, heading }) => ({ title, slug, heading })),
    ...(contacts.length > 0 ? { contacts } : {}),
  }
}
