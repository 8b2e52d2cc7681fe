/** A part of a document under one heading; blocks are its paragraphs and lists, as plain text. */
export type Section = { heading: string; blocks: readonly string[] }

/** One page of the product's documentation. */
export type Document = {
  title: string
  /** Names the document in addresses. */
  slug: string
  summary: string
  sections: readonly Section[]
}

const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * Reads a document: front matter with title, slug and summary, then sections that each begin with a `## ` heading.
 * @throws Error naming what is missing
 */
export function parseDocument(text: string): Document {
  const [, head, body] = FRONT_MATTER.exec(text.replaceAll('\r\n', '\n')) ?? []
  if (head === undefined || body === undefined) throw new Error('The document has no front matter')
  const fields = new Map(head.split('\n').map(fieldOf))
  const field = (name: string) => {
    const value = fields.get(name)
    if (!value) throw new Error(`The front matter has no ${name}`)
    return value
  }
  const slug = field('slug')
  if (!SLUG.test(slug)) throw new Error(`"${slug}" cannot stand in an address`)
  const [before = '', ...parts] = `\n${body}`.split('\n## ')
  if (before.trim()) throw new Error('There is text before the first heading')
  return { title: field('title'), slug, summary: field('summary'), sections: parts.map(sectionOf) }
}

function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
}

function sectionOf(part: string): Section {
  const [heading = '', ...lines] = part.split('\n')
  const blocks = lines
    .join('\n')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter(Boolean)
  if (!heading.trim() || blocks.length === 0) throw new Error(`The section "${heading}" is empty`)
  return { heading: heading.trim(), blocks }
}
