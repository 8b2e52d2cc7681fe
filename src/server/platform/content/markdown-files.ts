import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Lists the Markdown files of a folder by their names in URLs. */
export function slugsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => name.slice(0, -'.md'.length))
}

/** Reads the Markdown files of a folder. @throws {Error} naming the file and the problem */
export function readMarkdownFiles<T extends { slug: string }>(
  folder: string,
  parse: (text: string) => T,
): T[] {
  return slugsIn(folder).map((slug) => {
    try {
      const parsed = parse(readFileSync(path.join(folder, `${slug}.md`), 'utf8'))
      if (slug !== parsed.slug) throw new Error(`The slug "${parsed.slug}" does not match the file name`)
      return parsed
    } catch (error) {
      throw new Error(`${slug}.md: ${(error as Error).message}`)
    }
  })
}
