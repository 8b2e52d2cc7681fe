import type { ContactTag, TagColor } from '#contract/tags.ts'
import { fold } from '#domain/identity/name.ts'

const MAX_OPTIONS = 50

/** A tag that can be added to a contact; without an id it is new. */
export interface TagOption {
  id: string | null
  name: string
  color: TagColor
}

/** Tags that the contact doesn't have and whose name contains the input, plus a new tag if none has exactly this name. */
export function tagOptions(
  allTags: readonly ContactTag[],
  contactTags: readonly ContactTag[],
  input: string,
): TagOption[] {
  const text = fold(input.trim())
  const ownIds = new Set(contactTags.map(({ id }) => id))
  const matching = allTags
    .map((tag) => ({ tag, index: fold(tag.name).indexOf(text) }))
    .filter(({ tag, index }) => index >= 0 && !ownIds.has(tag.id))
    // Names that begin with the text come first; the rest stays in order.
    .sort((a, b) => Number(a.index > 0) - Number(b.index > 0))
    .map(({ tag: { id, name, color } }) => ({ id, name, color }))
  const isNew = text !== '' && ![...allTags, ...contactTags].some(({ name }) => fold(name) === text)
  const added: TagOption[] = isNew ? [{ id: null, name: input.trim(), color: 'gray' }] : []
  return [...matching.slice(0, MAX_OPTIONS), ...added]
}
