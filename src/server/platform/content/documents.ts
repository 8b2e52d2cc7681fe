import path from 'node:path'
import type { Site } from '#contract/site.ts'
import { type Document, inReadingOrder, parseDocument } from '#domain/documentation/document.ts'
import { fillIn, siteFacts } from '#domain/site/fill-in.ts'
import { PROJECT_ROOT } from '#server/project-root.ts'
import { readMarkdownFiles, slugsIn } from './markdown-files.ts'

const FOLDER = path.join(PROJECT_ROOT, 'content/docs')

/**
 * Reads the shipped documentation in reading order, with the operator's facts filled in.
 *
 * @throws {Error} naming the document that can't be read
 */
export function readDocuments(site: Site): Document[] {
  const facts = siteFacts(site)
  // Filled in after parsing, so that the operator's facts are never treated as markup.
  return inReadingOrder(readMarkdownFiles(FOLDER, (text) => fillIn(parseDocument(text), facts)))
}

/** Lists the documents by their names in URLs. */
export const documentNames = () => slugsIn(FOLDER)
