import type { Category } from '../signals/categories.ts'

type PointsByCategory = readonly { category: Category; points: number }[]

/**
 * The category that carries a change of score: the one whose points grew (`direction` 1) or shrank (-1) the most; null
 * where none did. Of equal ones the first, in the order of the later points.
 */
export function leadingCategory(
  before: PointsByCategory,
  after: PointsByCategory,
  direction: 1 | -1,
): Category | null {
  const moved = new Map<Category, number>()
  for (const { category, points } of after) moved.set(category, points * direction)
  for (const { category, points } of before) {
    moved.set(category, (moved.get(category) ?? 0) - points * direction)
  }
  let leading: Category | null = null
  let most = 0
  for (const [category, by] of moved) {
    if (by > most) {
      leading = category
      most = by
    }
  }
  return leading
}
