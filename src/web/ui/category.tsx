import { CATEGORIES, type Category } from '#domain/signals/categories.ts'
import { Badge } from './badge.tsx'

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
  return category && isCategory(category) ? `var(--color-cat-${category})` : 'var(--color-cat-unknown)'
}

/** A category's dot and name; gray for a category that is not one of the nine. */
export function CategoryBadge({ category }: { category: string | null | undefined }) {
  return <Badge dot={categoryColor(category)}>{categoryLabel(category)}</Badge>
}
