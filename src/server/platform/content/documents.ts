import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Site } from '#contract/site.ts'
import { type Document, inReadingOrder, parseDocument } from '#domain/documentation/document.ts'
import { fillIn, siteFacts } from '#domain/site/fill-in.ts'
import { PROJECT_ROOT } from '#server/project-root.ts'

const FOLDER = path.join(PROJECT_ROOT, 'content/docs')

/**
 * The documentation that ships with the product, with the operator's facts filled in, in reading order; read at the
 * start.
 * @throws Error naming the document that cannot be read
 */
export function readDocuments(site: Site): Document[] {
  const facts = siteFacts(site)
  const documents = documentNames().map((name) => {
    try {
      // Filled in after it was parsed: what the operator's facts contain is never markup.
      const document = fillIn(parseDocument(readFileSync(path.join(FOLDER, `${name}.md`), 'utf8')), facts)
      if (name !== document.slug) throw new Error(`The slug "${document.slug}" is not the name of the file`)
      return document
    } catch (error) {
      throw new Error(`${name}.md: ${(error as Error).message}`)
    }
  })
  return inReadingOrder(documents)
}

/** The documents by the names that they have in addresses. */
export function documentNames(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => name.slice(0, -'.md'.length))
}
