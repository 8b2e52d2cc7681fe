import type { Category } from '../signals/categories.ts'

type PointsByCategory = readonly { category: Category; points: number }[]

/**
 * Category with the largest growth (`direction` 1) or loss (-1) of points between two scores; null if none. Ties go
 * to the first in the order of the later points.
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
  let max = 0
  for (const [category, by] of moved) {
    if (by > max) {
      leading = category
      max = by
    }
  }
  return leading
}
