import type { Article } from '#domain/blog/article.ts'
import { plainText, readingTime, wordCount } from '#domain/blog/plain-text.ts'
import { seoScore } from '#domain/blog/seo-score.ts'
import { describePost } from '#domain/blog/structured-data.ts'
import { articleHtml } from '#server/platform/content/markdown.ts'
import type { NewPost } from '../store.ts'

/** Converts a shipped article to a post. */
export function shippedPost(article: Article, appUrl: string): NewPost {
  const { title, slug, category, description, excerpt } = article
  const content = articleHtml(article.body, appUrl)
  const words = wordCount(plainText(content))
  const keywords = [...article.keywords]
  const minutes = readingTime(words)
  return {
    ...{ title, slug, category, excerpt, content, keywords },
    metaDescription: description,
    readingTime: minutes,
    seoScore: seoScore({ title, slug, metaDescription: description, excerpt, content, keywords }).score,
    metadata: describePost({ title, description, category, keywords, words, readingTime: minutes }),
    // Noon in UTC is the same date in all of America.
    publishedAt: `${article.published}T12:00:00.000Z`,
  }
}
