import type { PostReview } from '#contract/blog-desk.ts'
import { plainText, readingTime, wordCount } from '#domain/blog/plain-text.ts'
import { seoScore } from '#domain/blog/seo-score.ts'
import { describePost } from '#domain/blog/structured-data.ts'
import { sanitiseArticle } from '#server/platform/content/article-html.ts'
import type { DeskRow, StoredText } from '../store/posts.ts'

/** A text from a person or model; its HTML is untrusted. */
export type DraftText = Pick<
  DeskRow,
  'title' | 'slug' | 'metaDescription' | 'content' | 'excerpt' | 'keywords' | 'category'
> & { review: PostReview | null }

/** Sanitises a text, measures it, and describes it for search engines. */
export function prepareText(given: DraftText, appUrl: string): StoredText {
  const content = sanitiseArticle(given.content, appUrl).trim()
  const words = wordCount(plainText(content))
  const minutes = readingTime(words)
  const { title, category, keywords, metaDescription, excerpt } = given
  const description = metaDescription ?? excerpt ?? title
  return {
    ...given,
    content,
    readingTime: minutes,
    seoScore: seoScore({ ...given, content }).score,
    metadata: describePost({ title, description, category, keywords, words, readingTime: minutes }),
  }
}
