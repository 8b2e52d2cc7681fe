import { visibleText } from '#server/platform/visible-text.ts'
import * as limits from '../limits.ts'

const LONG_FIELDS: ReadonlySet<string> = new Set(['notes', 'text', 'clean'])

/** Removes from text what a person would not see, and cuts it. */
function plainText(text: string, max: number = limits.MAX_TEXT_LENGTH): string {
  const visible = visibleText(text)
  return visible.length <= max ? visible : `${visible.slice(0, max - 1).trimEnd()}…`
}

/** A result with all its text made plain; it may come from files and providers, and is read by a language model. */
export function plainResult(value: unknown, field = ''): unknown {
  if (typeof value === 'string')
    return plainText(value, LONG_FIELDS.has(field) ? limits.MAX_LONG_TEXT_LENGTH : limits.MAX_TEXT_LENGTH)
  if (Array.isArray(value)) return value.map((item) => plainResult(item, field))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [plainText(key), plainResult(part, key)]),
  )
}
