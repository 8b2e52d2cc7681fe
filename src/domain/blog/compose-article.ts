import {
  type KnowledgeBlock,
  type KnowledgeMatch,
  type KnowledgeSection,
  textOfSection,
} from './knowledge.ts'
import { excerptOf, wordCount } from './plain-text.ts'
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
const MAX_SECTIONS = 6
const SECTION_WORDS = 190

/** True if the matching sections are enough for an article. */
export function hasEnoughKnowledge({ sections, coverage }: KnowledgeMatch): boolean {
  const words = sections.reduce((sum, section) => sum + wordCount(textOfSection(section)), 0)
  return (
    coverage >= MIN_KNOWLEDGE.coverage &&
    sections.length >= MIN_KNOWLEDGE.sections &&
    words >= MIN_KNOWLEDGE.words
  )
}

/**
 * Composes an article only from sections of the knowledge base, so that it makes no claims of its own. An editor shortens
 * and joins them. Returns null if there are too few.
 */
export function composeArticle(request: ArticleRequest, match: KnowledgeMatch): ComposedArticle | null {
  if (!hasEnoughKnowledge(match)) return null
  const sources = inReadingOrder(match.sections.slice(0, MAX_SECTIONS))
  const intro = introOf(request, sources)
  const html = [
    ...intro.map((text) => `<p>${escapeHtml(text)}</p>`),
    ...sources.flatMap(sectionHtml),
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
  return [...sections].sort((a, b) => rank(a) - rank(b) || a.index - b.index)
}

function introOf(
  { subject, keywords, brandName }: ArticleRequest,
  sections: readonly KnowledgeSection[],
): string[] {
  const topic = titleOf(keywords[0] ?? subject)
  const names = sections.slice(0, 3).map(({ heading }) => `“${heading.replace(/\?$/, '')}”`)
  return [
    `${topic}: a practical guide based on the ${brandName} knowledge base, with links to every source.`,
    `It starts with ${new Intl.ListFormat('en-US', { style: 'long' }).format(names)}.`,
  ]
}

/** The first blocks of a section up to `SECTION_WORDS`, at least one, without a dangling "as follows:" at the end. */
function sectionHtml(section: KnowledgeSection): string[] {
  const includedBlocks: KnowledgeBlock[] = []
  let words = 0
  for (const block of section.blocks) {
    const blockWords = wordCount(blockText(block))
    if (includedBlocks.length > 0 && words + blockWords > SECTION_WORDS) break
    includedBlocks.push(block)
    words += blockWords
  }
  const last = includedBlocks.at(-1)
  if (includedBlocks.length > 1 && last?.kind === 'paragraph' && last.text.endsWith(':')) includedBlocks.pop()
  const link = `<p><a href="${escapeHtml(section.href)}">Read more: ${escapeHtml(section.title)}</a></p>`
  return [`<h2>${escapeHtml(section.heading)}</h2>`, ...includedBlocks.map(blockHtml), link]
}

function blockText(block: KnowledgeBlock): string {
  return block.kind === 'paragraph' ? block.text : block.items.join(' ')
}

function blockHtml(block: KnowledgeBlock): string {
  if (block.kind === 'paragraph') return `<p>${escapeHtml(block.text)}</p>`
  const items = block.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')
  return block.isOrdered ? `<ol>${items}</ol>` : `<ul>${items}</ul>`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
}
