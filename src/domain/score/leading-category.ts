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
  const changes = new Map<Category, number>()
  for (const { category, points } of after) changes.set(category, points * direction)
  for (const { category, points } of before) {
    changes.set(category, (changes.get(category) ?? 0) - points * direction)
  }
  let leader: Category | null = null
  let max = 0
  for (const [category, change] of changes) {
    if (change > max) {
      leader = category
      max = change
    }
  }
  return leader
}
