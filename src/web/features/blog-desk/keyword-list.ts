import { z } from 'zod'
import { newTopic } from '#contract/blog-desk.ts'
import { BLOG_CATEGORIES } from '#domain/blog/categories.ts'

const keywords = newTopic.shape.keywords.unwrap()

/** A form field for all keywords, separated by commas; the first invalid keyword is the field's error. */
export const keywordField = z.string().transform((text, issues) => {
  const parts = text.split(',').map((part) => part.trim())
  const { data, error } = keywords.safeParse(parts.filter(Boolean))
  if (!data) issues.addIssue({ code: 'custom', message: error?.issues[0]?.message })
  return data ?? z.NEVER
})

/** Joins keywords for the text field. */
export function joinKeywords(keywords: readonly string[]): string {
  return keywords.join(', ')
}

export const CATEGORY_OPTIONS = BLOG_CATEGORIES.map((value) => ({ value, label: value }))
