import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Site } from '#contract/site.ts'
import { type Document, inReadingOrder, parseDocument } from '#domain/documentation/document.ts'
import { fillIn, siteFacts } from '#domain/site/fill-in.ts'
import { PROJECT_ROOT } from '#server/project-root.ts'

const FOLDER = path.join(PROJECT_ROOT, 'content/docs')

/**
 * Reads the shipped documentation in reading order, with the operator's facts filled in.
 *
 * @throws {Error} naming the document that can't be read
 */
export function readDocuments(site: Site): Document[] {
  const facts = siteFacts(site)
  const documents = documentNames().map((name) => {
    try {
      // Filled in after parsing, so that the operator's facts are never treated as markup.
      const document = fillIn(parseDocument(readFileSync(path.join(FOLDER, `${name}.md`), 'utf8')), facts)
      if (name !== document.slug) throw new Error(`The slug "${document.slug}" does not match the file name`)
      return document
    } catch (error) {
      throw new Error(`${name}.md: ${(error as Error).message}`)
    }
  })
  return inReadingOrder(documents)
}

/** Lists the documents by their names in URLs. */
export function documentNames(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => name.slice(0, -'.md'.length))
}
