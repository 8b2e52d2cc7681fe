import { CATEGORIES, type Category } from '#domain/signals/categories.ts'

function isCategory(text: string): text is Category {
  return (CATEGORIES as readonly string[]).includes(text)
}

/** The category's display name: "Divorce"; "Unknown" for none. */
export function categoryLabel(category: string | null | undefined): string {
  const text = category?.trim()
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : 'Unknown'
}

/** The category's fixed color as a CSS value; gray for an unknown category. */
export function categoryColor(category: string | null | undefined): string {
  return category && isCategory(category) ? `var(--cat-${category})` : 'var(--cat-unknown)'
}
