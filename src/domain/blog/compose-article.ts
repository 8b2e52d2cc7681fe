import { type Found, type KnowledgeBlock, type KnowledgeSection, textOfSection } from './knowledge.ts'
import { excerptOf } from './plain-text.ts'
import { titleOf } from './subject.ts'

/** What an article is asked for with. */
export type Commission = { subject: string; keywords: readonly string[]; brandName: string }

/** An article as it was composed; `html` holds only tags that articles may have. */
export type ComposedArticle = {
  title: string
  html: string
  /** One or two sentences, for lists and for search engines. */
  excerpt: string
  sources: readonly KnowledgeSection[]
}

/** Said to the operator where the knowledge base cannot carry an article. */
export const TOO_LITTLE =
  'There is not enough in the knowledge base for this subject. Choose one nearer to the product, or connect a language model.'

/** Share of the topic that must be spoken of, and what must be there in sections and words. */
const LEAST = { coverage: 0.5, sections: 3, words: 220 }
const MAIN_SECTIONS = 5
const SECTION_WORDS = 190
const CHECKLIST_ITEMS = 7
const QUESTIONS = 3
const ANSWER_WORDS = 60

/** Whether what was found is enough for an article. */
export function isEnough({ sections, coverage }: Found): boolean {
  const words = sections.reduce((sum, section) => sum + wordsIn(textOfSection(section)), 0)
  return coverage >= LEAST.coverage && sections.length >= LEAST.sections && words >= LEAST.words
}

/**
 * Composes an article out of what was found, in the knowledge base's own sentences: no figure or claim in it that does
 * not stand there. Null where that is too little.
 */
export function composeArticle(commission: Commission, found: Found): ComposedArticle | null {
  if (!isEnough(found)) return null
  const main = found.sections.slice(0, MAIN_SECTIONS)
  const rest = found.sections.slice(MAIN_SECTIONS)
  const intro = introOf(commission, main)
  const said = new Set<string>()
  const html = [
    ...intro.map((text) => `<p>${escaped(text)}</p>`),
    ...main.flatMap((section) => sectionHtml(section, said)),
    ...checklist(main, said),
    ...questions(rest),
    ...sourcesHtml(found.sections),
  ].join('\n')
  return {
    title: titleOf(commission.subject),
    html,
    excerpt: excerptOf(intro.join(' '), 155),
    sources: found.sections,
  }
}

/** The list of what an article was composed from, which is the product's and never a model's. */
export function sourcesHtml(sections: readonly KnowledgeSection[]): string[] {
  const items = sections.map(
    ({ title, heading, href }) =>
      `<li><a href="${escaped(href)}">${escaped(`${title}: ${heading}`)}</a></li>`,
  )
  return ['<h2>Sources</h2>', `<ul>${items.join('')}</ul>`]
}

function introOf({ subject, keywords, brandName }: Commission, main: readonly KnowledgeSection[]): string[] {
  const about = keywords[0] ?? subject
  const names = main.slice(0, 3).map(({ heading }) => `“${heading.replace(/\?$/, '')}”`)
  const [last, ...before] = [...names].reverse()
  return [
    `What matters about ${about}, in short: this guide puts together what the ${brandName} knowledge base says, with a link to every section it rests on.`,
    `It goes through ${before.length > 0 ? `${[...before].reverse().join(', ')} and ${last}` : last}, ends with a list to work from, and answers what is asked most.`,
  ]
}

/** A section up to so many words, in whole blocks; the first is always there. */
function sectionHtml(section: KnowledgeSection, said: Set<string>): string[] {
  const taken: KnowledgeBlock[] = []
  let words = 0
  for (const block of section.blocks) {
    const more = wordsIn(blockText(block))
    if (taken.length > 0 && words + more > SECTION_WORDS) break
    taken.push(block)
    words += more
    for (const item of block.kind === 'list' ? block.items : []) said.add(item)
  }
  const link = `<p><a href="${escaped(section.href)}">More on this: ${escaped(section.title)}</a></p>`
  return [`<h2>${escaped(section.heading)}</h2>`, ...taken.map(blockHtml), link]
}

/** What is left to do: entries of lists that were not shown, else the sentence that begins each section. */
function checklist(main: readonly KnowledgeSection[], said: ReadonlySet<string>): string[] {
  const listed = main
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (block.kind === 'list' ? block.items : []))
    .filter((item) => !said.has(item) && !item.endsWith(':'))
  const opening = main
    .flatMap((section) => sentencesUpTo(firstParagraph(section), 1))
    .filter((sentence) => !sentence.endsWith(':'))
  const items = [...new Set(listed.length >= 3 ? listed : opening)].slice(0, CHECKLIST_ITEMS)
  if (items.length === 0) return []
  return [
    '<h2>A list to work from</h2>',
    `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`,
  ]
}

function questions(rest: readonly KnowledgeSection[]): string[] {
  const asked = rest.filter((section) => firstParagraph(section) !== '').slice(0, QUESTIONS)
  if (asked.length === 0) return []
  const answers = asked.flatMap((section) => {
    const { heading, title } = section
    const question = heading.endsWith('?') ? heading : `What should I know about “${heading}” (${title})?`
    const answer = sentencesUpTo(firstParagraph(section), ANSWER_WORDS).join(' ')
    return [`<h3>${escaped(question)}</h3>`, `<p>${escaped(answer)}</p>`]
  })
  return ['<h2>Frequently asked questions</h2>', ...answers]
}

function firstParagraph({ blocks }: KnowledgeSection): string {
  const first = blocks.find((block) => block.kind === 'paragraph' && !block.text.endsWith(':'))
  return first?.kind === 'paragraph' ? first.text : ''
}

/** The sentences that begin a text, at most so many words; the first always. */
function sentencesUpTo(text: string, words: number): string[] {
  const taken: string[] = []
  let count = 0
  for (const sentence of text.match(/.+?(?:[.!?](?=\s|$)|$)/gs) ?? []) {
    count += wordsIn(sentence)
    if (taken.length > 0 && count > words) break
    taken.push(sentence.trim())
  }
  return taken
}

function blockText(block: KnowledgeBlock): string {
  return block.kind === 'paragraph' ? block.text : block.items.join(' ')
}

function blockHtml(block: KnowledgeBlock): string {
  if (block.kind === 'paragraph') return `<p>${escaped(block.text)}</p>`
  const items = block.items.map((item) => `<li>${escaped(item)}</li>`).join('')
  return block.isOrdered ? `<ol>${items}</ol>` : `<ul>${items}</ul>`
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter(Boolean).length
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
}
