import { inContext, narrowPrevious, type PreviousQuestion } from '#domain/assistant/follow-up.ts'
import { parseDataQuestion } from '#domain/assistant/intents.ts'
import { MAX_MESSAGE_LENGTH } from '#domain/assistant/message.ts'
import { plainAnswerText } from '#domain/assistant/plain-answer-text.ts'
import { isForeign } from '#domain/assistant/small-talk.ts'
import { measureText } from '#domain/blog/measure-text.ts'
import { readPastedText } from '#domain/blog/pasted-text.ts'
import { MAX_SCRIPT_LENGTH } from '#domain/compliance/outreach.ts'
import { parseInline } from '#domain/documentation/inline.ts'
import { searchPatterns } from '#domain/identity/search-text.ts'
import { modelBody } from '#domain/outreach/model-body.ts'
import { sanitizeArticle } from '#server/platform/content/article-html.ts'
import { checkOutreach } from '#server/platform/content/guard.ts'
import { articleHtml } from '#server/platform/content/markdown.ts'
import type { BudgetCase } from '../budget-case.ts'
import { hostileTexts } from '../hostile-texts.ts'

/** Articles are longer, but take no more time for each piece. */
const ARTICLE_PIECE = 4500
const ORIGIN = 'https://x.example'
const POST = {
  ...{ title: 'A', slug: 'a', keywords: ['a', 'b c'], category: 'Guides' },
  ...{ excerpt: null, metaDescription: null },
}
const LAST_ANSWER: PreviousQuestion = {
  question: 'Who is in Aurora?',
  meant: { tool: 'top_contacts', narrowing: { place: 'aurora' }, limit: 10 },
  contacts: [{ id: '1', name: 'Ada Marsh' }],
}
const readQuestion = (text: string) => [
  parseDataQuestion(text, '2026-01-01'),
  narrowPrevious(text, LAST_ANSWER, '2026-01-01'),
  inContext(text, LAST_ANSWER),
  isForeign(text),
]

export const cases: BudgetCase[] = [
  {
    name: 'question',
    read: readQuestion,
    ordinaryText: 'Who should I call today?',
    texts: hostileTexts(MAX_MESSAGE_LENGTH),
  },
  {
    name: 'guard',
    read: (text) => checkOutreach(text, { channel: 'text' }),
    ordinaryText: 'Hi Anna',
    texts: withoutLigatures(hostileTexts(MAX_SCRIPT_LENGTH)),
  },
  { name: 'inline', read: inline, ordinaryText: 'a **b** c', texts: hostileTexts(2000) },
  { name: 'search', read: searchPatterns, ordinaryText: 'anna 630', texts: hostileTexts(100) },
  {
    name: 'article in Markdown',
    read: (text) => articleHtml(text, ORIGIN),
    ordinaryText: '# A\n\nb',
    texts: hostileTexts(ARTICLE_PIECE),
  },
  {
    name: 'article in HTML',
    read: (text) => measureText({ ...POST, content: sanitizeArticle(text, ORIGIN) }),
    ordinaryText: '<p>A <b>b</b>.</p>',
    texts: hostileTexts(ARTICLE_PIECE),
  },
  { name: 'pasted text', read: readPaste, ordinaryText: '# A', texts: hostileTexts(ARTICLE_PIECE) },
  {
    name: 'message of a language model',
    read: (text) => [
      plainAnswerText(text),
      modelBody(text, {
        kind: 'personal',
        purpose: 'check-in',
        channel: 'email',
        tone: 'friendly',
        length: 'long',
      }),
    ],
    ordinaryText: 'It has been a while. How are you?',
    texts: hostileTexts(MAX_MESSAGE_LENGTH),
  },
]

function readPaste(text: string) {
  return [readPastedText({ html: text, plain: text }), readPastedText({ html: '', plain: text })]
}

function inline(text: string) {
  try {
    return parseInline(text)
  } catch {
    return null
  }
}

/** Skips the ligature that unfolds to eighteen characters, which takes the guard to its memory limit. */
function withoutLigatures(texts: Map<string, string>): Map<string, string> {
  return new Map([...texts].filter(([, text]) => !text.includes('ﷺ')))
}
