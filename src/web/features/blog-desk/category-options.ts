import { BLOG_CATEGORIES } from '#domain/blog/categories.ts'

export const CATEGORY_OPTIONS = BLOG_CATEGORIES.map((value) => ({ value, label: value }))
