import { slugOf } from '../blog/slug.ts'
import { readFrontMatter } from './front-matter.ts'
import { type Inline, parseInline, textOf } from './inline.ts'

/** A paragraph, a list or code; an ordered list is a series of steps. */
export type Block =
  | { kind: 'paragraph'; content: readonly Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: readonly (readonly Inline[])[] }
  | { kind: 'code'; text: string }

/** A part of a document under one heading. */
export type Section = {
  heading: string
  blocks: readonly Block[]
  /** Questions from `<!-- asked: … -->` below the heading, for search only. */
  questions?: string
}

/** The groups of the documentation, in display order. */
export const DOCUMENT_GROUPS = [
  'Get started',
  'Work with contacts',
  'Understand the score',
  'Account and privacy',
  'Reference',
] as const
export type DocumentGroup = (typeof DOCUMENT_GROUPS)[number]

/** A page of the product's documentation. */
export type Document = {
  title: string
  slug: string
  summary: string
  group: DocumentGroup
  /** Position in its group, from 1. */
  order: number
  sections: readonly Section[]
}

const BULLET_PATTERN = /^- /
const QUESTION_COMMENT_PATTERN = /^<!-- asked: (.+) -->$/
const STEP_PATTERN = /^\d+\. /
/** Code between fences; it may have blank lines. */
const CODE_PATTERN = /^```\w*\n([\s\S]*?)\n```$/m

/**
 * Reads a document: front matter with title, slug, summary, group and order, then sections that each begin with a
 * `## ` heading. Blocks are separated by blank lines; lists have `- ` or `1. ` before each entry.
 * @throws Error naming what is missing or wrong
 */
export function parseDocument(text: string): Document {
  const { field, choice, slug, body } = readFrontMatter(text)
  const [preamble = '', ...parts] = `\n${body}`.split('\n## ')
  if (preamble.trim()) throw new Error('There is text before the first heading')
  const order = Number(field('order'))
  if (!Number.isInteger(order)) throw new Error('The order must be a whole number')
  return {
    title: field('title'),
    slug: slug(),
    summary: field('summary'),
    group: choice('group', DOCUMENT_GROUPS),
    order,
    sections: parts.map(sectionOf),
  }
}

function sectionOf(part: string): Section {
  const [heading = '', ...lines] = part.split('\n')
  const questions = lines.map((line) => QUESTION_COMMENT_PATTERN.exec(line)?.[1]).find(Boolean)
  const blocks = parseBlocks(lines.filter((line) => !QUESTION_COMMENT_PATTERN.test(line)).join('\n'))
  if (!heading.trim() || blocks.length === 0) throw new Error(`The section "${heading}" is empty`)
  return { heading: heading.trim(), blocks, ...(questions ? { questions } : {}) }
}

/** Reads paragraphs, lists and code, separated by blank lines. */
export function parseBlocks(text: string): Block[] {
  // The texts around code alternate with the code itself.
  return text.split(CODE_PATTERN).flatMap((part, index): Block[] =>
    index % 2 === 1
      ? [{ kind: 'code', text: part }]
      : part
          .split(/\n{2,}/)
          .map((block) => block.trim())
          .filter(Boolean)
          .map(blockOf),
  )
}

function blockOf(text: string): Block {
  const lines = text.split('\n')
  for (const [marker, isOrdered] of [[BULLET_PATTERN, false] as const, [STEP_PATTERN, true] as const]) {
    if (lines.every((line) => marker.test(line)))
      return { kind: 'list', isOrdered, items: lines.map((line) => parseInline(line.replace(marker, ''))) }
  }
  if (lines.some((line) => BULLET_PATTERN.test(line)))
    throw new Error(`A block mixes a list with text: "${text}"`)
  return { kind: 'paragraph', content: parseInline(lines.join(' ')) }
}

/** A block as plain text; list items are lines that begin with `- ` or their number. */
export function plainText(block: Block): string {
  if (block.kind === 'paragraph') return textOf(block.content)
  if (block.kind === 'code') return block.text
  return block.items
    .map((item, index) => `${block.isOrdered ? `${index + 1}.` : '-'} ${textOf(item)}`)
    .join('\n')
}

/** Sorts documents by group, then by their position in it. */
export function inReadingOrder(documents: readonly Document[]): Document[] {
  const rank = ({ group }: Document) => DOCUMENT_GROUPS.indexOf(group)
  return [...documents].sort((a, b) => rank(a) - rank(b) || a.order - b.order)
}

/** The anchor of a section in the URL of its document. */
export function anchorOf(heading: string): string {
  return slugOf(heading)
}
