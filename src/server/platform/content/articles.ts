import path from 'node:path'
import { type Article, parseArticle } from '#domain/blog/article.ts'
import { fillIn, type SiteFacts } from '#domain/site/fill-in.ts'
import { PROJECT_ROOT } from '#server/project-root.ts'
import { readMarkdownFiles } from './markdown-files.ts'

const FOLDER = path.join(PROJECT_ROOT, 'content/articles')

/**
 * Reads the shipped articles, with placeholders filled in, oldest first.
 *
 * @throws {Error} naming the article and the problem
 */
export function readArticles(facts: SiteFacts, folder: string = FOLDER): Article[] {
  return readMarkdownFiles(folder, (text) => parseArticle(fillIn(text, facts))).sort(
    (a, b) => a.published.localeCompare(b.published) || a.slug.localeCompare(b.slug),
  )
}
