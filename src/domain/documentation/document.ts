import { slugOf } from '../blog/slug.ts'
import { readFrontMatter } from './front-matter.ts'
import { type Inline, parseInline, textOf } from './inline.ts'

/** A paragraph, or a list; the entries of an ordered one are steps. */
export type Block =
  | { kind: 'paragraph'; content: readonly Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: readonly (readonly Inline[])[] }

/** A part of a document under one heading. */
export type Section = {
  heading: string
  blocks: readonly Block[]
  /** Other words that people ask for it with, from `<!-- asked: … -->` below the heading: searched, never shown. */
  asked?: string
}

/** The parts of the documentation, in the order in which they are shown. */
export const DOCUMENT_GROUPS = [
  'Get started',
  'Work with contacts',
  'Understand the score',
  'Account and privacy',
  'Reference',
] as const
export type DocumentGroup = (typeof DOCUMENT_GROUPS)[number]

/** One page of the product's documentation. */
export type Document = {
  title: string
  /** Names the document in addresses. */
  slug: string
  summary: string
  group: DocumentGroup
  /** Place inside its group, from 1. */
  order: number
  sections: readonly Section[]
}

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
const BULLET = /^- /
const ASKED = /^<!-- asked: (.+) -->$/
const STEP = /^\d+\. /

/**
 * Reads a document: front matter with title, slug, summary, group and order, then sections that each begin with a
 * `## ` heading. Blocks are separated by blank lines; lists have `- ` or `1. ` before each entry.
 * @throws Error naming what is missing or wrong
 */
export function parseDocument(text: string): Document {
  const { field, body } = readFrontMatter(text)
  const slug = field('slug')
  if (!SLUG.test(slug)) throw new Error(`"${slug}" cannot stand in an address`)
  const [before = '', ...parts] = `\n${body}`.split('\n## ')
  if (before.trim()) throw new Error('There is text before the first heading')
  const order = Number(field('order'))
  if (!Number.isInteger(order)) throw new Error('The order is no whole number')
  return {
    title: field('title'),
    slug,
    summary: field('summary'),
    group: groupOf(field('group')),
    order,
    sections: parts.map(sectionOf),
  }
}

function groupOf(name: string): DocumentGroup {
  const group = DOCUMENT_GROUPS.find((each) => each === name)
  if (!group) throw new Error(`There is no group "${name}"`)
  return group
}

function sectionOf(part: string): Section {
  const [heading = '', ...rest] = part.split('\n')
  const asked = rest.map((line) => ASKED.exec(line)?.[1]).find(Boolean)
  const lines = rest.filter((line) => !ASKED.test(line))
  const blocks = lines
    .join('\n')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter(Boolean)
    .map(blockOf)
  if (!heading.trim() || blocks.length === 0) throw new Error(`The section "${heading}" is empty`)
  return { heading: heading.trim(), blocks, ...(asked ? { asked } : {}) }
}

function blockOf(text: string): Block {
  const lines = text.split('\n')
  for (const [mark, isOrdered] of [[BULLET, false] as const, [STEP, true] as const]) {
    if (lines.every((line) => mark.test(line)))
      return { kind: 'list', isOrdered, items: lines.map((line) => parseInline(line.replace(mark, ''))) }
  }
  if (lines.some((line) => BULLET.test(line))) throw new Error(`A list is mixed with text: "${text}"`)
  return { kind: 'paragraph', content: parseInline(lines.join(' ')) }
}

/** A block in its words alone; the entries of a list are lines that begin with `- ` or their number. */
export function plainText(block: Block): string {
  if (block.kind === 'paragraph') return textOf(block.content)
  return block.items.map((item, at) => `${block.isOrdered ? `${at + 1}.` : '-'} ${textOf(item)}`).join('\n')
}

/** The documents in the order of the groups, and inside a group by their place in it. */
export function inReadingOrder(documents: readonly Document[]): Document[] {
  const place = ({ group }: Document) => DOCUMENT_GROUPS.indexOf(group)
  return [...documents].sort((one, other) => place(one) - place(other) || one.order - other.order)
}

/** The name of a section in the address of its document. */
export function anchorOf(heading: string): string {
  return slugOf(heading)
}
