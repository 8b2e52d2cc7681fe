import { BLOG_CATEGORIES, type BlogCategory } from '#domain/blog/categories.ts'
import { slugOf } from '#domain/blog/slug.ts'
import { urls } from '#web/lib/urls.ts'

/** Category filter (null for all) and page number, from 1. */
export interface BlogListState {
  category: BlogCategory | null
  page: number
}

const PAGE_PATTERN = /^[1-9]\d{0,4}$/

/** Parses the query string; null for an unknown category or an invalid page. Ignores other parameters. */
export function parseBlogQuery(query: URLSearchParams): BlogListState | null {
  const [slug, page] = [query.get('category'), query.get('page') ?? '1']
  const category = BLOG_CATEGORIES.find((each) => slugOf(each) === slug) ?? null
  if ((slug && !category) || !PAGE_PATTERN.test(page)) return null
  return { category, page: Number(page) }
}

/** Canonical URL of a page of the list. */
export function blogUrl({ category, page = 1 }: { category?: BlogCategory | null; page?: number }): string {
  const query = new URLSearchParams()
  if (category) query.set('category', slugOf(category))
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${urls.blog}?${query}` : urls.blog
}
