/** What the blog writes about. */
export const BLOG_CATEGORIES = [
  'Real Estate Marketing',
  'Real Estate Data',
  'Lead Generation',
  '9D Framework',
  'Market Analysis',
] as const
export type BlogCategory = (typeof BLOG_CATEGORIES)[number]

/** The life of a post; only `published` ones are public, from their time of publication on. */
export const BLOG_STATUSES = ['draft', 'generating', 'ready', 'published', 'archived'] as const
