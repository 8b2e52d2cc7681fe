import { measureText } from '#domain/blog/measure-text.ts'
import { pictureIdsIn } from '#domain/blog/picture-url.ts'
import { sanitizeArticle } from '#server/platform/content/article-html.ts'
import type { StoredText } from '../store/posts.ts'

/** A text from a person or model; its HTML is untrusted. */
export type DraftText = Omit<StoredText, 'pictures' | keyof ReturnType<typeof measureText>>

/** Sanitizes and measures a text. */
export function prepareText(draft: DraftText, appUrl: string): StoredText {
  const text = { ...draft, content: sanitizeArticle(draft.content, appUrl).trim() }
  return { ...text, ...measureText(text), pictures: pictureIdsIn(text.content) }
}
