import { isSlug } from '../blog/slug.ts'

const FRONT_MATTER_PATTERN = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/

export type FrontMatter = {
  /** Reads a field whose value is one of the choices. */
  choice<T extends string>(name: string, choices: readonly T[]): T
  /** Reads the field `slug`. */
  slug(): string
  /** @throws Error naming the field if it is missing or empty */
  field(name: string): string
  /** Text after the front matter. */
  body: string
}

/**
 * Splits a text file into front matter, `name: value` lines between two lines of `---`, and body.
 * @throws Error without front matter
 */
export function readFrontMatter(text: string): FrontMatter {
  const [, head, body] = FRONT_MATTER_PATTERN.exec(text.replaceAll('\r\n', '\n')) ?? []
  if (head === undefined || body === undefined) throw new Error('The document has no front matter')
  const fields = new Map(head.split('\n').map(fieldOf))
  const field = (name: string) => {
    const value = fields.get(name)
    if (!value) throw new Error(`The front matter has no ${name}`)
    return value
  }
  return {
    field,
    choice: (name, choices) => {
      const value = choices.find((each) => each === field(name))
      if (!value) throw new Error(`Unknown ${name} "${field(name)}". Use one of ${choices.join(', ')}.`)
      return value
    },
    slug: () => {
      const slug = field('slug')
      if (!isSlug(slug))
        throw new Error(`The slug "${slug}" is invalid. Use lowercase letters, digits and hyphens.`)
      return slug
    },
    body,
  }
}

function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
}
