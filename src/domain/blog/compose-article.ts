import {
  type KnowledgeBlock,
  type KnowledgeMatch,
  type KnowledgeSection,
  textOfSection,
} from './knowledge.ts'
import { excerptOf } from './plain-text.ts'
import { titleOf } from './subject.ts'

export type ArticleRequest = { subject: string; keywords: readonly string[]; brandName: string }

/** A composed article; `html` has only tags that articles may contain. */
export type ComposedArticle = {
  title: string
  html: string
  /** One or two sentences, for lists and for search engines. */
  excerpt: string
  sources: readonly KnowledgeSection[]
}

export const NOT_ENOUGH_KNOWLEDGE =
  'The knowledge base has too little on this subject. Choose one closer to the product, or connect a language model.'

/** Topic coverage, sections and words that an article needs. */
const MIN_KNOWLEDGE = { coverage: 0.5, sections: 3, words: 220 }
const MAIN_SECTIONS = 5
const SECTION_WORDS = 190
const CHECKLIST_ITEMS = 7
const MAX_RELATED = 3
const RELATED_WORDS = 60
/** Fewer steps make no checklist. */
const MIN_STEPS = 3
const MAX_STEPS_PER_SECTION = 2
const STEP_WORD_RANGE = { min: 4, max: 30 }

/** An instruction: a verb at the start, or after a clause like "Before you call, ". */
const STEP =
  /^(?:(?:After|Before|From|If|In|On|Once|When|Where) [^,.:]+, )?(?:add|ask|avoid|begin|build|check|choose|compare|confirm|correct|count|decide|delete|do not|enter|export|find|fix|give|import|keep|leave|list|look|make|mark|merge|never|open|put|read|record|remove|respect|save|send|set|start|stop|store|take|talk|tell|test|treat|use|verify|wait|write) /i
/** Words that refer to another sentence. */
const DEPENDENT_SENTENCE =
  /\b(?:this|these|those|it|they|them|he|she|his|her|their|that(?: is|[,.])|both|also|same|such|instead|then|above|below|following|here|the (?:first|second|third|other|latter|former))\b|:$/i
/** A sentence that introduces something after it. */
const ANNOUNCEMENT =
  /:$|\b(?:two|three|four|five|six|seven|eight|nine|several|following|in this order)\b[^.!?]*[.!?]$/i
/** Abbreviations, single letters and list numbers, whose period doesn't end a sentence. */
const NOT_SENTENCE_END = /(?:^|\s)(?:\d{1,2}|[A-Z]|[ap]\.m|U\.S|e\.g|i\.e|Mr|Mrs|Ms|Dr|St|No|vs)\.$/

/** Tells if the sections found are enough for an article. */
export function hasEnoughKnowledge({ sections, coverage }: KnowledgeMatch): boolean {
  const words = sections.reduce((sum, section) => sum + wordsIn(textOfSection(section)), 0)
  return (
    coverage >= MIN_KNOWLEDGE.coverage &&
    sections.length >= MIN_KNOWLEDGE.sections &&
    words >= MIN_KNOWLEDGE.words
  )
}

/**
 * Composes an article from sentences of the knowledge base, so that it makes no other claims. Null if there are too few.
 */
export function composeArticle(request: ArticleRequest, found: KnowledgeMatch): ComposedArticle | null {
  if (!hasEnoughKnowledge(found)) return null
  const main = inReadingOrder(found.sections.slice(0, MAIN_SECTIONS))
  const related = findRelated(found.sections.slice(MAIN_SECTIONS))
  const steps = extractSteps(found.sections)
  const sources = [
    ...new Set([...main, ...related.map(({ section }) => section), ...steps.map(({ section }) => section)]),
  ]
  const intro = introOf(request, main, { hasSteps: steps.length > 0 })
  const html = [
    ...intro.map((text) => `<p>${escapeHtml(text)}</p>`),
    ...main.flatMap(sectionHtml),
    ...checklist(steps),
    ...relatedHtml(related),
    ...sourcesHtml(sources),
  ].join('\n')
  return {
    title: titleOf(request.subject),
    html,
    excerpt: excerptOf(intro.join(' '), 155),
    sources,
  }
}

/** The list of an article's sources. The product writes it, never a model. */
export function sourcesHtml(sections: readonly KnowledgeSection[]): string[] {
  const items = sections.map(
    ({ title, heading, href }) =>
      `<li><a href="${escapeHtml(href)}">${escapeHtml(`${title}: ${heading}`)}</a></li>`,
  )
  return ['<h2>Sources</h2>', `<ul>${items.join('')}</ul>`]
}

/** Documentation before articles; sections of a page stay together in their order. */
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
  const last = names.pop()
  const parts = names.length > 0 ? `${names.join(', ')} and ${last}` : last
  return [
    `${about}: a practical guide based on the ${brandName} knowledge base, with links to every source.`,
    `It starts with ${parts}${hasSteps ? ' and ends with a checklist' : ''}.`,
  ]
}

/** The first blocks of a section up to `SECTION_WORDS`, at least one, without a dangling "as follows:" at the end. */
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
  const link = `<p><a href="${escapeHtml(section.href)}">Read more: ${escapeHtml(section.title)}</a></p>`
  return [`<h2>${escapeHtml(section.heading)}</h2>`, ...taken.map(blockHtml), link]
}

type Step = { section: KnowledgeSection; text: string }

/** Self-contained instructions, a few per section; none if there are too few in all. */
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
  return ['<h2>Checklist</h2>', `<ul>${items}</ul>`]
}

type RelatedEntry = { section: KnowledgeSection; text: string }

/** More sections with their opening sentences. */
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
  return ['<h2>Related topics</h2>', ...answers]
}

/** The opening sentences of a section up to `RELATED_WORDS`, without one that introduces what follows. */
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
