import { z } from 'zod'
import { newTopic } from '#contract/blog-desk.ts'
import { parseKeywords } from './keyword-list.ts'

const keywords = newTopic.shape.keywords.unwrap()

/** A form field for all keywords; the first invalid keyword is the field's error. */
export const keywordField = z
  .string()
  .transform(parseKeywords)
  .superRefine((list, issues) => {
    const message = keywords.safeParse(list).error?.issues[0]?.message
    if (message) issues.addIssue({ code: 'custom', message })
  })
