import { z } from 'zod'
import { BLOG_CATEGORIES, BLOG_STATUSES } from '#domain/blog/categories.ts'
import { endpoint } from './endpoint.ts'
import { isoDateTime, pageQuery } from './text.ts'

export const blogCategory = z.enum(BLOG_CATEGORIES)
export type BlogCategory = z.infer<typeof blogCategory>

/** A post as lists show it. */
export const blogPostCard = z.object({
  id: z.string(),
  title: z.string(),
  /** Names the post in its address. */
  slug: z.string(),
  metaDescription: z.string().nullable(),
  excerpt: z.string().nullable(),
  keywords: z.array(z.string()),
  category: blogCategory,
  status: z.enum(BLOG_STATUSES),
  /** 0 to 100; null until somebody measured it. */
  seoScore: z.number().int().nullable(),
  /** Minutes. */
  readingTime: z.number().int(),
  /** The operator's team where the post names nobody. */
  authorName: z.string(),
  /** Null until it is published. */
  publishedAt: isoDateTime.nullable(),
  scheduledFor: isoDateTime.nullable(),
  generatedAt: isoDateTime.nullable(),
  createdAt: isoDateTime,
  updatedAt: isoDateTime,
})
export type BlogPostCard = z.infer<typeof blogPostCard>

/** A post with what it says. */
export const blogPost = blogPostCard.extend({
  /** HTML, sanitised; headings carry ids, tables stand in a `div.table-scroll` that can be focused. */
  content: z.string(),
  /** Structured data (schema.org BlogPosting) with the addresses of this instance; null where the post has none. */
  metadata: z.record(z.string(), z.unknown()).nullable(),
})
export type BlogPost = z.infer<typeof blogPost>

/** One heading of a post, for a table of contents; `id` stands in its HTML. */
export type BlogHeading = { id: string; text: string; level: 2 | 3 | 4 }

/** Another post, as a link names it. */
export type BlogLink = Pick<BlogPostCard, 'title' | 'slug'>

/** Posts on one numbered page of the site. */
export const BLOG_PAGE_SIZE = 12

export const listBlogPosts = endpoint({
  method: 'GET',
  path: '/api/blog/posts',
  summary: 'Published posts, newest first. X-Total-Count and Link carry the count and the next page',
  access: 'public',
  rate: 'read',
  query: z.strictObject({
    status: z.literal('published', 'Only published posts are listed here').optional(),
    category: blogCategory.optional(),
    ...pageQuery(100, 200),
  }),
  answers: { 200: z.array(blogPostCard) },
})

export const getBlogPost = endpoint({
  method: 'GET',
  path: '/api/blog/posts/{slug}',
  summary: 'One published post',
  access: 'public',
  rate: 'read',
  params: z.object({ slug: z.string() }),
  answers: { 200: blogPost },
})
