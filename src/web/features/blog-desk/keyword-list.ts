import { z } from 'zod'
import { newTopic } from '#contract/blog-desk.ts'
import { BLOG_CATEGORIES } from '#domain/blog/categories.ts'

const keywords = newTopic.shape.keywords.unwrap()

/** A form field for all keywords; the first invalid keyword is the field's error. */
export const keywordField = z
  .string()
  .transform(parseKeywords)
  .superRefine((list, issues) => {
    const message = keywords.safeParse(list).error?.issues[0]?.message
    if (message) issues.addIssue({ code: 'custom', message })
  })

/** Parses comma-separated keywords: trimmed, without empty ones and repeats. */
export function parseKeywords(typed: string): string[] {
  const found = new Map<string, string>()
  for (const part of typed.split(',')) {
    const keyword = part.trim()
    if (keyword && !found.has(keyword.toLowerCase())) found.set(keyword.toLowerCase(), keyword)
  }
  return [...found.values()]
}

/** Joins keywords for the text field. */
export function joinKeywords(keywords: readonly string[]): string {
  return keywords.join(', ')
}

export const CATEGORY_OPTIONS = BLOG_CATEGORIES.map((value) => ({ value, label: value }))
