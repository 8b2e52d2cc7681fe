import { Badge } from './badge.tsx'
import { categoryColor, categoryLabel } from './category-style.ts'

/** A category's dot and name; gray for a category that is not one of the nine. */
export function CategoryBadge({ category }: { category: string | null | undefined }) {
  return <Badge dot={categoryColor(category)}>{categoryLabel(category)}</Badge>
}
