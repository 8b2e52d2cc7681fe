import { wordsOf } from '../assistant/words.ts'
import { anchorOf, type Document } from '../documentation/document.ts'
import { textOf } from '../documentation/inline.ts'
import type { Article } from './article.ts'
import { slugOf } from './slug.ts'

/** Plain text; a list keeps its entries. */
export type KnowledgeBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: readonly string[] }

/** A section that articles are composed from, and where it stands. */
export type KnowledgeSection = {
  title: string
  heading: string
  /** On this site, from the root on. */
  href: string
  /** Which of the sections of its page it is, from 0. */
  place: number
  blocks: readonly KnowledgeBlock[]
}

type Entry = { section: KnowledgeSection; counts: ReadonlyMap<string, number>; length: number }

/** Everything that articles may be composed from; built once. */
export type Knowledge = {
  entries: readonly Entry[]
  documentFrequency: ReadonlyMap<string, number>
  averageLength: number
}

/** The time of a step belongs to the walk through the product that it is taken from. */
const STEP_TIME = /^Minute \d+(?: to \d+)?\. /

/** The sections of the documentation. */
export function documentSections(documents: readonly Document[]): KnowledgeSection[] {
  return documents.flatMap(({ title, slug, sections }) =>
    sections.map(({ heading, blocks }, place) => ({
      ...{ title, heading, place, href: `/documentation/${slug}#${anchorOf(heading)}` },
      blocks: blocks.map((block): KnowledgeBlock => {
        if (block.kind === 'paragraph')
          return { kind: 'paragraph', text: textOf(block.content).replace(STEP_TIME, '') }
        return { kind: 'list', isOrdered: block.isOrdered, items: block.items.map(textOf) }
      }),
    })),
  )
}

/** The sections of the articles that ship with the product; tables are left out. */
export function articleSections(articles: readonly Article[]): KnowledgeSection[] {
  return articles.flatMap(({ title, slug, body }) =>
    `\n${body}`
      .split('\n## ')
      .slice(1)
      .map((part, place) => {
        const [heading = '', ...lines] = part.split('\n')
        const blocks = blocksOf(lines.join('\n'))
        return {
          title,
          heading: stripMarkup(heading),
          place,
          href: `/blog/${slug}#s-${slugOf(stripMarkup(heading))}`,
          blocks,
        }
      })
      .filter(({ heading, blocks }) => blocks.length > 0 && !NUMBERED_SECTION.test(heading)),
  )
}

const ENTRY = /^(?:[-*]|\d+\.) /

/** What leads to something left out would lead nowhere: a table, an entry by its number, a sum of the example before. */
const DANGLING_REFERENCE =
  /^\d+\. |\b(?:table|below|above|following|here is|here are)\b|\bchecks? \d|\b\d, \d(?:,| or | and )|[=÷×]/i
/** A section that is one of several cannot stand alone. */
const NUMBERED_SECTION = /^(?:part|myth|step)\b/i

/** None where the section begins with something left out, because the rest speaks of that. */
function blocksOf(markdown: string): KnowledgeBlock[] {
  const blocks = markdown
    .trim()
    .split(/\n{2,}/)
    .map(blockOf)
  const kept = blocks.map((found, at) => {
    const [block] = found
    if (block?.kind !== 'paragraph') return found
    const leads = block.text.endsWith(':') && blocks[at + 1]?.[0]?.kind !== 'list'
    return leads || DANGLING_REFERENCE.test(block.text) ? [] : found
  })
  return kept[0]?.length === 0 ? [] : kept.flat()
}

function blockOf(markdown: string): KnowledgeBlock[] {
  const lines = markdown.trim().split('\n')
  const first = lines[0] ?? ''
  if (!first || /^[#|>`]|^!\[|^---/.test(first)) return []
  if (lines.every((line) => ENTRY.test(line)))
    return [
      {
        kind: 'list',
        isOrdered: /^\d/.test(first),
        items: lines.map((line) => stripMarkup(line.replace(ENTRY, ''))),
      },
    ]
  return lines.some((line) => ENTRY.test(line))
    ? []
    : [{ kind: 'paragraph', text: stripMarkup(lines.join(' ')) }]
}

/** The words of a line of Markdown. */
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

/** How much more a word counts in a heading and in the title above it. */
const WEIGHTS = { heading: 4, title: 2 }

export function indexKnowledge(sections: readonly KnowledgeSection[]): Knowledge {
  const entries = sections.map((section): Entry => {
    const counts = new Map<string, number>()
    const add = (text: string, weight: number) => {
      for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + weight)
    }
    const body = textOfSection(section)
    add(body, 1)
    add(section.heading, WEIGHTS.heading)
    add(section.title, WEIGHTS.title)
    return { section, counts, length: wordsOf(body).length }
  })
  const documentFrequency = new Map<string, number>()
  for (const { counts } of entries)
    for (const word of counts.keys()) documentFrequency.set(word, (documentFrequency.get(word) ?? 0) + 1)
  const total = entries.reduce((sum, { length }) => sum + length, 0)
  return { entries, documentFrequency, averageLength: total / Math.max(1, entries.length) }
}

const BM25 = { k1: 1.2, b: 0.5 }
/** Share of the best score that a section must reach to be of use. */
const MIN_SHARE_OF_BEST = 0.3
/** What keywords count beside the words of the topic itself. */
const KEYWORD_WEIGHT = 0.5
const MAX_SECTIONS = 9
/** An article is not to be another one again. */
const MAX_SECTIONS_PER_TITLE = 4

export type KnowledgeMatch = {
  /** Best first. */
  sections: readonly KnowledgeSection[]
  /** Share of what the topic asks, weighed by rarity, that the three best sections speak of. */
  coverage: number
}

/** The sections that speak of a topic. */
export function findSections(
  knowledge: Knowledge,
  topic: string,
  keywords: readonly string[],
): KnowledgeMatch {
  const asked = new Map(keywords.flatMap(wordsOf).map((word) => [word, KEYWORD_WEIGHT]))
  const own = new Set(wordsOf(topic))
  for (const word of own) asked.set(word, 1)
  const ranked = knowledge.entries
    .map((entry) => ({ entry, fit: fitOf(knowledge, entry, asked) }))
    .filter(({ fit }) => fit > 0)
    .sort((one, other) => other.fit - one.fit)
  const least = (ranked[0]?.fit ?? 0) * MIN_SHARE_OF_BEST
  const ofTitle = new Map<string, number>()
  const isOneTooMany = ({ entry }: { entry: Entry }) => {
    const before = ofTitle.get(entry.section.title) ?? 0
    ofTitle.set(entry.section.title, before + 1)
    return before >= MAX_SECTIONS_PER_TITLE
  }
  const found = ranked
    .filter(({ fit }) => fit >= least)
    .filter((each) => !isOneTooMany(each))
    .slice(0, MAX_SECTIONS)
  const isCovered = (word: string) => found.slice(0, 3).some(({ entry }) => entry.counts.has(word))
  const weightOf = (words: readonly string[]) => words.reduce((sum, word) => sum + rarity(knowledge, word), 0)
  const all = weightOf([...own])
  return {
    sections: found.map(({ entry }) => entry.section),
    coverage: all === 0 ? 0 : weightOf([...own].filter(isCovered)) / all,
  }
}

function rarity({ entries, documentFrequency }: Knowledge, word: string): number {
  const within = documentFrequency.get(word) ?? 0
  return Math.log(1 + (entries.length - within + 0.5) / (within + 0.5))
}

function fitOf(knowledge: Knowledge, { counts, length }: Entry, asked: ReadonlyMap<string, number>): number {
  const held = BM25.k1 * (1 - BM25.b + (BM25.b * length) / knowledge.averageLength)
  let score = 0
  for (const [word, weight] of asked) {
    const count = counts.get(word) ?? 0
    if (count > 0) score += (weight * rarity(knowledge, word) * count * (BM25.k1 + 1)) / (count + held)
  }
  return score
}
