import type { BlogCategory } from '#contract/blog.ts'

/** The dialogs' field values, with keywords as typed. */
export type PromptDraft = { customPrompt: string; category: BlogCategory; keywords: string }
export type TopicDraft = { topic: string; category: BlogCategory; keywords: string; priority: number }

export const NEW_PROMPT: PromptDraft = { customPrompt: '', category: 'Real Estate Marketing', keywords: '' }
export const NEW_TOPIC: TopicDraft = {
  topic: '',
  category: 'Real Estate Marketing',
  keywords: '',
  priority: 5,
}
