import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Article, parseArticle } from '#domain/blog/article.ts'
import { fillIn, type SiteFacts } from '#domain/site/fill-in.ts'
import { PROJECT_ROOT } from '#server/project-root.ts'

const FOLDER = path.join(PROJECT_ROOT, 'content/articles')

/**
 * Reads the shipped articles, with placeholders filled in, oldest first.
 *
 * @throws {Error} naming the article and the problem
 */
export function readArticles(facts: SiteFacts, folder: string = FOLDER): Article[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => {
      try {
        const article = parseArticle(fillIn(readFileSync(path.join(folder, name), 'utf8'), facts))
        if (name !== `${article.slug}.md`)
          throw new Error(`The slug "${article.slug}" does not match the file name`)
        return article
      } catch (error) {
        throw new Error(`${name}: ${(error as Error).message}`)
      }
    })
    .sort((a, b) => a.published.localeCompare(b.published) || a.slug.localeCompare(b.slug))
}
