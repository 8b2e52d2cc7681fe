export const BLOG_CATEGORIES = [
  'Real Estate Marketing',
  'Real Estate Data',
  'Lead Generation',
  '9D Framework',
  'Market Analysis',
] as const
export type BlogCategory = (typeof BLOG_CATEGORIES)[number]

/** Only `published` posts are public, starting at their publication time. */
export const BLOG_STATUSES = ['draft', 'generating', 'ready', 'published', 'archived'] as const
