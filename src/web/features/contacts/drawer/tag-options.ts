import type { ContactTag, TagColor } from '#contract/tags.ts'
import { fold } from '#domain/identity/name.ts'

const MAX_OPTIONS = 50

/** A tag that can be added to a contact; without an id it is new. */
export interface TagOption {
  id: string | null
  name: string
  color: TagColor
}

/** Tags with the typed text in their name that the contact doesn't have, and a new one if no tag has exactly this name. */
export function tagOptions(
  all: readonly ContactTag[],
  own: readonly ContactTag[],
  typed: string,
): TagOption[] {
  const text = fold(typed.trim())
  const ownIds = new Set(own.map(({ id }) => id))
  const matching = all
    .map((tag) => ({ tag, at: fold(tag.name).indexOf(text) }))
    .filter(({ tag, at }) => at >= 0 && !ownIds.has(tag.id))
    // Names that begin with the text come first; the rest stays in order.
    .sort((a, b) => Number(a.at > 0) - Number(b.at > 0))
    .map(({ tag: { id, name, color } }) => ({ id, name, color }))
  const isNew = text !== '' && ![...all, ...own].some(({ name }) => fold(name) === text)
  const added: TagOption[] = isNew ? [{ id: null, name: typed.trim(), color: 'gray' }] : []
  return [...matching.slice(0, MAX_OPTIONS), ...added]
}
