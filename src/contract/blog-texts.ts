import { z } from 'zod'
import { requiredLine } from './text.ts'

/** Characters of what the operator writes for the blog. */
export const LONGEST = {
  topic: 200,
  keyword: 50,
  title: 200,
  slug: 80,
  metaDescription: 300,
  excerpt: 500,
  content: 200_000,
}
const MOST_KEYWORDS = 20

/** Trimmed, without repetitions that differ only in case. */
export const keywords = z
  .array(
    requiredLine(
      LONGEST.keyword,
      'Remove the empty keyword',
      `Use at most ${LONGEST.keyword} characters a keyword`,
    ),
  )
  .max(MOST_KEYWORDS, `Use at most ${MOST_KEYWORDS} keywords`)
  .transform((list) => {
    const lower = list.map((each) => each.toLowerCase())
    return list.filter((_, at) => lower.indexOf(lower[at] ?? '') === at)
  })
