import {
  type KnowledgeBlock,
  type KnowledgeMatch,
  type KnowledgeSection,
  textOfSection,
} from './knowledge.ts'
import { excerptOf } from './plain-text.ts'
import { titleOf } from './subject.ts'

/** What an article is asked for with. */
export type ArticleRequest = { subject: string; keywords: readonly string[]; brandName: string }

/** An article as it was composed; `html` holds only tags that articles may have. */
export type ComposedArticle = {
  title: string
  html: string
  /** One or two sentences, for lists and for search engines. */
  excerpt: string
  sources: readonly KnowledgeSection[]
}

/** Said to the operator where the knowledge base cannot carry an article. */
export const NOT_ENOUGH_KNOWLEDGE =
  'There is not enough in the knowledge base for this subject. Choose one nearer to the product, or connect a language model.'

/** Share of the topic that must be spoken of, and what must be there in sections and words. */
const MIN_KNOWLEDGE = { coverage: 0.5, sections: 3, words: 220 }
const MAIN_SECTIONS = 5
const SECTION_WORDS = 190
const CHECKLIST_ITEMS = 7
const MAX_RELATED = 3
const RELATED_WORDS = 60
/** Fewer are no list to work from. */
const MIN_STEPS = 3
const MAX_STEPS_PER_SECTION = 2
const STEP_WORD_RANGE = { min: 4, max: 30 }

/** How a sentence begins that says what to do, at once or behind the case in which to do it. */
const STEP =
  /^(?:(?:After|Before|From|If|In|On|Once|When|Where) [^,.:]+, )?(?:add|ask|avoid|begin|build|check|choose|compare|confirm|correct|count|decide|delete|do not|enter|export|find|fix|give|import|keep|leave|list|look|make|mark|merge|never|open|put|read|record|remove|respect|save|send|set|start|stop|store|take|talk|tell|test|treat|use|verify|wait|write) /i
/** Words that point at a sentence that is not there. */
const DEPENDENT_SENTENCE =
  /\b(?:this|these|those|it|they|them|he|she|his|her|their|that(?: is|[,.])|both|also|same|such|instead|then|above|below|following|here|the (?:first|second|third|other|latter|former))\b|:$/i
/** A sentence that announces what was left out behind it. */
const ANNOUNCEMENT =
  /:$|\b(?:two|three|four|five|six|seven|eight|nine|several|following|in this order)\b[^.!?]*[.!?]$/i
/** Abbreviations and single letters end no sentence, nor does the number of an entry. */
const NOT_SENTENCE_END = /(?:^|\s)(?:\d{1,2}|[A-Z]|[ap]\.m|U\.S|e\.g|i\.e|Mr|Mrs|Ms|Dr|St|No|vs)\.$/

/** Whether what was found is enough for an article. */
export function hasEnoughKnowledge({ sections, coverage }: KnowledgeMatch): boolean {
  const words = sections.reduce((sum, section) => sum + wordsIn(textOfSection(section)), 0)
  return (
    coverage >= MIN_KNOWLEDGE.coverage &&
    sections.length >= MIN_KNOWLEDGE.sections &&
    words >= MIN_KNOWLEDGE.words
  )
}

/**
 * Composes an article out of what was found, in the knowledge base's own sentences: no figure or claim in it that does
 * not stand there. Null where that is too little.
 */
export function composeArticle(commission: ArticleRequest, found: KnowledgeMatch): ComposedArticle | null {
  if (!hasEnoughKnowledge(found)) return null
  const main = inReadingOrder(found.sections.slice(0, MAIN_SECTIONS))
  const related = findRelated(found.sections.slice(MAIN_SECTIONS))
  const steps = extractSteps(found.sections)
  const sources = [
    ...new Set([...main, ...related.map(({ section }) => section), ...steps.map(({ section }) => section)]),
  ]
  const intro = introOf(commission, main, { hasSteps: steps.length > 0 })
  const html = [
    ...intro.map((text) => `<p>${escapeHtml(text)}</p>`),
    ...main.flatMap(sectionHtml),
    ...checklist(steps),
    ...relatedHtml(related),
    ...sourcesHtml(sources),
  ].join('\n')
  return {
    title: titleOf(commission.subject),
    html,
    excerpt: excerptOf(intro.join(' '), 155),
    sources,
  }
}

/** The list of what an article was composed from, which is the product's and never a model's. */
export function sourcesHtml(sections: readonly KnowledgeSection[]): string[] {
  const items = sections.map(
    ({ title, heading, href }) =>
      `<li><a href="${escapeHtml(href)}">${escapeHtml(`${title}: ${heading}`)}</a></li>`,
  )
  return ['<h2>Sources</h2>', `<ul>${items.join('')}</ul>`]
}

/** What the product's pages explain comes before what articles tell; the sections of a page stand together, in its order. */
function inReadingOrder(sections: readonly KnowledgeSection[]): KnowledgeSection[] {
  const titles = sections.map(({ title }) => title)
  const rank = ({ title, href }: KnowledgeSection) =>
    (href.startsWith('/documentation/') ? 0 : titles.length) + titles.indexOf(title)
  return [...sections].sort((one, other) => rank(one) - rank(other) || one.place - other.place)
}

function introOf(
  { subject, keywords, brandName }: ArticleRequest,
  main: readonly KnowledgeSection[],
  { hasSteps }: { hasSteps: boolean },
): string[] {
  const about = titleOf(keywords[0] ?? subject)
  const names = main.slice(0, 3).map(({ heading }) => `“${heading.replace(/\?$/, '')}”`)
  const [last, ...before] = [...names].reverse()
  const parts = before.length > 0 ? `${[...before].reverse().join(', ')} and ${last}` : last
  return [
    `${about}: a guide from the ${brandName} knowledge base, with a link to every section it rests on.`,
    `It begins with ${parts}${hasSteps ? ', and ends with a list to work from' : ''}.`,
  ]
}

/** A section up to so many words, in whole blocks; the first is always there, and nothing at the end leads nowhere. */
function sectionHtml(section: KnowledgeSection): string[] {
  const taken: KnowledgeBlock[] = []
  let words = 0
  for (const block of section.blocks) {
    const more = wordsIn(blockText(block))
    if (taken.length > 0 && words + more > SECTION_WORDS) break
    taken.push(block)
    words += more
  }
  const last = taken.at(-1)
  if (taken.length > 1 && last?.kind === 'paragraph' && last.text.endsWith(':')) taken.pop()
  const link = `<p><a href="${escapeHtml(section.href)}">More on this: ${escapeHtml(section.title)}</a></p>`
  return [`<h2>${escapeHtml(section.heading)}</h2>`, ...taken.map(blockHtml), link]
}

type Step = { section: KnowledgeSection; text: string }

/** Sentences that say what to do and can be read alone, a few of each section; none where there are too few in all. */
function extractSteps(sections: readonly KnowledgeSection[]): Step[] {
  const steps = sections.flatMap((section) =>
    section.blocks
      .flatMap((block) => (block.kind === 'list' ? [] : sentencesOf(block.text)))
      .filter(isStep)
      .slice(0, MAX_STEPS_PER_SECTION)
      .map((text) => ({ section, text })),
  )
  const once = steps.filter(({ text }, at) => steps.findIndex((step) => step.text === text) === at)
  return once.length >= MIN_STEPS ? once.slice(0, CHECKLIST_ITEMS) : []
}

function isStep(sentence: string): boolean {
  const words = wordsIn(sentence)
  return (
    STEP.test(sentence) &&
    !DEPENDENT_SENTENCE.test(sentence) &&
    words >= STEP_WORD_RANGE.min &&
    words <= STEP_WORD_RANGE.max
  )
}

function checklist(steps: readonly Step[]): string[] {
  if (steps.length === 0) return []
  const items = steps.map(({ text }) => `<li>${escapeHtml(text)}</li>`).join('')
  return ['<h2>A list to work from</h2>', `<ul>${items}</ul>`]
}

type RelatedEntry = { section: KnowledgeSection; text: string }

/** Further sections, and how they begin. */
function findRelated(rest: readonly KnowledgeSection[]): RelatedEntry[] {
  return rest
    .map((section) => ({ section, text: openingOf(section) }))
    .filter(({ text }) => text !== '')
    .slice(0, MAX_RELATED)
}

function relatedHtml(entries: readonly RelatedEntry[]): string[] {
  if (entries.length === 0) return []
  const answers = entries.flatMap(({ section: { heading, href }, text }) => [
    `<h3><a href="${escapeHtml(href)}">${escapeHtml(heading)}</a></h3>`,
    `<p>${escapeHtml(text)}</p>`,
  ])
  return ['<h2>Also worth knowing</h2>', ...answers]
}

/** The sentences that begin a section, at most so many words, without one that announces what is not shown. */
function openingOf(section: KnowledgeSection): string {
  const taken: string[] = []
  let count = 0
  for (const sentence of sentencesOf(firstParagraph(section))) {
    count += wordsIn(sentence)
    if (taken.length > 0 && count > RELATED_WORDS) break
    taken.push(sentence)
  }
  while (taken.length > 0 && ANNOUNCEMENT.test(taken.at(-1) ?? '')) taken.pop()
  return taken.join(' ')
}

function firstParagraph({ blocks }: KnowledgeSection): string {
  const first = blocks.find((block) => block.kind === 'paragraph' && !block.text.endsWith(':'))
  return first?.kind === 'paragraph' ? first.text : ''
}

function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  for (const part of text.match(/.+?(?:[.!?]["”’)]?(?=\s|$)|$)/gs) ?? []) {
    const last = sentences.at(-1)
    if (last !== undefined && NOT_SENTENCE_END.test(last)) sentences[sentences.length - 1] = `${last}${part}`
    else sentences.push(part.trim())
  }
  return sentences
}

function blockText(block: KnowledgeBlock): string {
  return block.kind === 'paragraph' ? block.text : block.items.join(' ')
}

function blockHtml(block: KnowledgeBlock): string {
  if (block.kind === 'paragraph') return `<p>${escapeHtml(block.text)}</p>`
  const items = block.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')
  return block.isOrdered ? `<ol>${items}</ol>` : `<ul>${items}</ul>`
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter(Boolean).length
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
}
