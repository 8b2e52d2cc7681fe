import { inContext } from '#domain/assistant/follow-up.ts'
import { parseDataQuestion } from '#domain/assistant/intents.ts'
import { MAX_MESSAGE_LENGTH } from '#domain/assistant/message.ts'
import { parseQuestionFilter } from '#domain/assistant/question-filter.ts'
import { isForeign } from '#domain/assistant/small-talk.ts'
import { MAX_SCRIPT_LENGTH } from '#domain/compliance/outreach.ts'
import { parseInline } from '#domain/documentation/inline.ts'
import { searchPatterns } from '#domain/identity/search-text.ts'
import { checkOutreach } from '#server/platform/content/guard.ts'
import { articleHtml } from '#server/platform/content/markdown.ts'
import type { BudgetCase } from '../budget-case.ts'
import { hostileTexts } from '../hostile-texts.ts'

const LAST_ANSWER = { question: 'Who is in Aurora?', contacts: [{ name: 'Ada Marsh' }] }
const readQuestion = (text: string) => [
  parseDataQuestion(text, '2026-01-01'),
  parseQuestionFilter(text),
  inContext(text, LAST_ANSWER),
  isForeign(text),
]

export const cases: BudgetCase[] = [
  {
    name: 'question',
    read: readQuestion,
    ordinary: 'Who should I call today?',
    texts: hostileTexts(MAX_MESSAGE_LENGTH),
  },
  {
    name: 'guard',
    read: (text) => checkOutreach(text, { channel: 'text' }),
    ordinary: 'Hi Anna',
    texts: withoutLigatures(hostileTexts(MAX_SCRIPT_LENGTH)),
  },
  { name: 'inline', read: inline, ordinary: 'a **b** c', texts: hostileTexts(2000) },
  { name: 'search', read: searchPatterns, ordinary: 'anna 630', texts: hostileTexts(100) },
  {
    name: 'article',
    read: (text) => articleHtml(text, 'https://x.example'),
    ordinary: '# A\n\nb',
    texts: hostileTexts(2000),
  },
]

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
