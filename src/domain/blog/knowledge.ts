import { countWords, indexTexts, rarity, relevance, type TextIndex } from '../assistant/text-index.ts'
import { wordsOf } from '../assistant/words.ts'
import { anchorOf, type Document } from '../documentation/document.ts'
import { textOf } from '../documentation/inline.ts'
import type { Article } from './article.ts'
import { slugOf } from './slug.ts'

/** A paragraph or list in plain text. */
export type KnowledgeBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: readonly string[] }

/** A section that articles are composed from. */
export type KnowledgeSection = {
  title: string
  heading: string
  /** Path on this site. */
  href: string
  /** Index of the section on its page. */
  index: number
  blocks: readonly KnowledgeBlock[]
}

type Entry = { section: KnowledgeSection; counts: ReadonlyMap<string, number>; length: number }

/** The search index of all sections. */
export type Knowledge = TextIndex<Entry>

/** Times like "Minutes 0–2." only make sense in the quick start. */
const STEP_TIME_PATTERN = /^Minutes \d+–\d+\. /

export function documentSections(documents: readonly Document[]): KnowledgeSection[] {
  return documents.flatMap(({ title, slug, sections }) =>
    sections.map(({ heading, blocks }, index) => ({
      ...{ title, heading, index, href: `/documentation/${slug}#${anchorOf(heading)}` },
      blocks: blocks.flatMap((block): KnowledgeBlock[] => {
        if (block.kind === 'code') return []
        if (block.kind === 'paragraph')
          return [{ kind: 'paragraph', text: textOf(block.content).replace(STEP_TIME_PATTERN, '') }]
        return [{ kind: 'list', isOrdered: block.isOrdered, items: block.items.map(textOf) }]
      }),
    })),
  )
}

/** The sections of the articles that ship with the product, without tables. */
export function articleSections(articles: readonly Article[]): KnowledgeSection[] {
  return articles.flatMap(({ title, slug, body }) =>
    `\n${body}`
      .split('\n## ')
      .slice(1)
      .map((part, index) => {
        const [heading = '', ...lines] = part.split('\n')
        const blocks = blocksOf(lines.join('\n'))
        return {
          title,
          heading: stripMarkup(heading),
          index,
          href: `/blog/${slug}#s-${slugOf(stripMarkup(heading))}`,
          blocks,
        }
      })
      .filter(({ heading, blocks }) => blocks.length > 0 && !NUMBERED_SECTION_PATTERN.test(heading)),
  )
}

const ENTRY_PATTERN = /^(?:[-*]|\d+\.) /

/** References to something outside the paragraph: a table, a numbered entry, the sum of an earlier example. */
const DANGLING_REFERENCE_PATTERN =
  /^\d+\. |\b(?:table|below|above|following|here is|here are)\b|\bchecks? \d|\b\d, \d(?:,| or | and )|[=÷×]/i
/** Parts of a numbered series make no sense alone. */
const NUMBERED_SECTION_PATTERN = /^(?:part|myth|step)\b/i

/** The usable blocks of a section; none if the first block isn't usable, because the others refer to it. */
function blocksOf(markdown: string): KnowledgeBlock[] {
  const blocks = markdown
    .trim()
    .split(/\n{2,}/)
    .map(blockOf)
  const usable = blocks.map((blockOrNone, index) => {
    const [block] = blockOrNone
    if (block?.kind !== 'paragraph') return blockOrNone
    const isLeadIn = block.text.endsWith(':') && blocks[index + 1]?.[0]?.kind !== 'list'
    return isLeadIn || DANGLING_REFERENCE_PATTERN.test(block.text) ? [] : blockOrNone
  })
  return usable[0]?.length === 0 ? [] : usable.flat()
}

function blockOf(markdown: string): KnowledgeBlock[] {
  const lines = markdown.trim().split('\n')
  const first = lines[0] ?? ''
  if (!first || /^[#|>`]|^!\[|^---/.test(first)) return []
  if (lines.every((line) => ENTRY_PATTERN.test(line)))
    return [
      {
        kind: 'list',
        isOrdered: /^\d/.test(first),
        items: lines.map((line) => stripMarkup(line.replace(ENTRY_PATTERN, ''))),
      },
    ]
  return lines.some((line) => ENTRY_PATTERN.test(line))
    ? []
    : [{ kind: 'paragraph', text: stripMarkup(lines.join(' ')) }]
}

/** A line of Markdown as plain text. */
function stripMarkup(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|__|`/g, '')
    .replace(/(^|[\s(])[*_](\S[^*_]*)[*_]/g, '$1$2')
    .trim()
}

export function textOfSection({ blocks }: KnowledgeSection): string {
  return blocks
    .map((block) =>
      block.kind === 'paragraph' ? block.text : block.items.map((item) => `- ${item}`).join('\n'),
    )
    .join('\n\n')
}

export function indexKnowledge(sections: readonly KnowledgeSection[]): Knowledge {
  return indexTexts(
    sections.map((section) => ({ section, ...countWords({ ...section, body: textOfSection(section) }) })),
  )
}

/** Share of the best score that a section must reach. */
const MIN_SHARE_OF_BEST = 0.3
/** Weight of keywords relative to the words of the topic. */
const KEYWORD_WEIGHT = 0.5
const MAX_SECTIONS = 9
/** Keeps an article from repeating another one. */
const MAX_SECTIONS_PER_TITLE = 4

export type KnowledgeMatch = {
  /** Best first. */
  sections: readonly KnowledgeSection[]
  /** Share of the topic's words, weighted by rarity, that the three best sections contain. */
  coverage: number
}

/** Finds the sections about a topic. */
export function findSections(
  knowledge: Knowledge,
  topic: string,
  keywords: readonly string[],
): KnowledgeMatch {
  const weights = new Map(keywords.flatMap(wordsOf).map((word) => [word, KEYWORD_WEIGHT]))
  const topicWords = new Set(wordsOf(topic))
  for (const word of topicWords) weights.set(word, 1)
  const ranked = knowledge.entries
    .map((entry) => ({ entry, score: relevance(knowledge, entry, weights) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  const minScore = (ranked[0]?.score ?? 0) * MIN_SHARE_OF_BEST
  const sectionsPerTitle = new Map<string, number>()
  const exceedsTitleLimit = ({ entry }: { entry: Entry }) => {
    const count = sectionsPerTitle.get(entry.section.title) ?? 0
    sectionsPerTitle.set(entry.section.title, count + 1)
    return count >= MAX_SECTIONS_PER_TITLE
  }
  const matches = ranked
    .filter(({ score }) => score >= minScore)
    .filter((match) => !exceedsTitleLimit(match))
    .slice(0, MAX_SECTIONS)
  const isCovered = (word: string) => matches.slice(0, 3).some(({ entry }) => entry.counts.has(word))
  const totalRarity = rarity(knowledge, topicWords)
  return {
    sections: matches.map(({ entry }) => entry.section),
    coverage: totalRarity === 0 ? 0 : rarity(knowledge, [...topicWords].filter(isCovered)) / totalRarity,
  }
}
