import { plainText, readingTime, wordCount } from './plain-text.ts'
import { type MeasuredPost, seoScore } from './seo-score.ts'
import { describePost } from './structured-data.ts'

/** Measures a text, and describes it for search engines. */
export function measureText(post: MeasuredPost & { category: string }) {
  const words = wordCount(plainText(post.content))
  const minutes = readingTime(words)
  const description = post.metaDescription ?? post.excerpt ?? post.title
  return {
    readingTime: minutes,
    seoScore: seoScore(post).score,
    metadata: describePost({ ...post, description, words, readingTime: minutes }),
  }
}
