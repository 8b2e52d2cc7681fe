import { z } from 'zod'
import { BLOG_CATEGORIES, BLOG_STATUSES } from '#domain/blog/categories.ts'
import { publicEndpoint } from './endpoint.ts'
import { isoDateTime, pageQuery } from './text.ts'

export const blogCategory = z.enum(BLOG_CATEGORIES)
export type BlogCategory = z.infer<typeof blogCategory>

/** A post in lists. */
export const blogPostCard = z.object({
  id: z.string(),
  title: z.string(),
  /** URL slug. */
  slug: z.string(),
  metaDescription: z.string().nullable(),
  excerpt: z.string().nullable(),
  keywords: z.array(z.string()),
  category: blogCategory,
  status: z.enum(BLOG_STATUSES),
  /** 0 to 100; null until calculated. */
  seoScore: z.number().int().nullable(),
  /** Minutes. */
  readingTime: z.number().int(),
  /** Author, or the operator's team. */
  authorName: z.string(),
  /** Null until it is published. */
  publishedAt: isoDateTime.nullable(),
  scheduledFor: isoDateTime.nullable(),
  generatedAt: isoDateTime.nullable(),
  createdAt: isoDateTime,
  updatedAt: isoDateTime,
})
export type BlogPostCard = z.infer<typeof blogPostCard>

/** A post with its content. */
export const blogPost = blogPostCard.extend({
  /** Sanitized HTML. Headings have ids; tables are inside a focusable `div.table-scroll`. */
  content: z.string(),
  /** Structured data (schema.org BlogPosting) with URLs of this instance; null without any. */
  metadata: z.record(z.string(), z.unknown()).nullable(),
})
export type BlogPost = z.infer<typeof blogPost>

/** A heading of a post for the table of contents; `id` is its anchor. */
export type BlogHeading = { id: string; text: string; level: 2 | 3 | 4 }

/** A link to another post. */
export type BlogLink = Pick<BlogPostCard, 'title' | 'slug'>

/** Posts per page of the site. */
export const BLOG_PAGE_SIZE = 12

export const listBlogPosts = publicEndpoint('GET /api/blog/posts', {
  summary: 'List published posts, newest first. X-Total-Count and Link have the count and the next page.',
  query: z.strictObject({
    status: z.literal('published', 'Only published posts are listed here').optional(),
    category: blogCategory.optional(),
    ...pageQuery(100, 200),
  }),
  responses: { 200: z.array(blogPostCard) },
})

export const getBlogPost = publicEndpoint('GET /api/blog/posts/{slug}', {
  summary: 'Get a published post',
  params: z.object({ slug: z.string() }),
  responses: { 200: blogPost },
})
