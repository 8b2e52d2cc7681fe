import { Badge } from './badge.tsx'
import { categoryColor, categoryLabel } from './category-style.ts'

/** A category's dot and name; grey for a category that is not one of the nine. */
export function CategoryBadge({
  category,
  className,
}: {
  category: string | null | undefined
  className?: string
}) {
  return (
    <Badge dot={categoryColor(category)} className={className}>
      {categoryLabel(category)}
    </Badge>
  )
}
