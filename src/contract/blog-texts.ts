import { z } from 'zod'
import { requiredLine } from './text.ts'

/** Maximum lengths of blog texts, in characters. */
export const MAX_LENGTHS = {
  topic: 200,
  keyword: 50,
  title: 200,
  slug: 80,
  metaDescription: 300,
  excerpt: 500,
  content: 200_000,
}
const MAX_KEYWORDS = 20

/** Trimmed keywords without duplicates; case doesn't matter. */
export const keywords = z
  .array(
    requiredLine(
      MAX_LENGTHS.keyword,
      'Remove the empty keyword',
      `Use at most ${MAX_LENGTHS.keyword} characters per keyword`,
    ),
  )
  .max(MAX_KEYWORDS, `Use at most ${MAX_KEYWORDS} keywords`)
  .transform((list) => {
    const lower = list.map((each) => each.toLowerCase())
    return list.filter((_, at) => lower.indexOf(lower[at] ?? '') === at)
  })
