import { CATEGORIES, type Category } from '#domain/signals/categories.ts'

function isCategory(text: string): text is Category {
  return (CATEGORIES as readonly string[]).includes(text)
}

/** The category's name as shown: "Divorce"; an unknown one with its first letter raised, nothing as "Unknown". */
export function categoryLabel(category: string | null | undefined): string {
  const text = category?.trim()
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : 'Unknown'
}

/** The category's fixed colour as a CSS value; grey for an unknown one. */
export function categoryColor(category: string | null | undefined): string {
  return category && isCategory(category) ? `var(--cat-${category})` : 'var(--cat-unknown)'
}
