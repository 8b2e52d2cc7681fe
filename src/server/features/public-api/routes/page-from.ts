import type { Page } from '#server/platform/page.ts'

/** A page in the shape of the public API. */
export function pageFrom<T>({ items, next }: Page<T>): { data: T[]; next: string | null } {
  return { data: items, next }
}
