import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Document, parseDocument } from '#domain/documentation/document.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../../content/docs')

/**
 * The documentation that ships with the product, in the order of the file names; read at the start.
 * @throws Error naming the document that cannot be read
 */
export function readDocuments(folder: string = FOLDER): Document[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => {
      try {
        return parseDocument(readFileSync(path.join(folder, name), 'utf8'))
      } catch (error) {
        throw new Error(`${name}: ${(error as Error).message}`)
      }
    })
}
