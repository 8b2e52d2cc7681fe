import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { BlogPostCard } from '#contract/blog.ts'
import { PostFacts } from './post-card.tsx'

const POST: BlogPostCard = {
  id: '0b7f2a52-2d9a-4a2f-9b5e-3a3a2c7d1e11',
  title: 'A post',
  slug: 'a-post',
  metaDescription: null,
  excerpt: null,
  keywords: [],
  category: 'Market Analysis',
  status: 'published',
  seoScore: null,
  readingTime: 7,
  authorName: 'The team',
  publishedAt: '2026-11-10T23:30:00.000Z',
  scheduledFor: null,
  generatedAt: null,
  createdAt: '2026-01-02T00:30:00.000Z',
  updatedAt: '2026-11-12T00:00:00.000Z',
}
const textOf = (post: BlogPostCard) =>
  renderToStaticMarkup(<PostFacts post={post} />).replace(/<[^>]+>/g, '|')

test('P10 shows the publication date in UTC and long US form, and the reading time', () => {
  expect(textOf(POST)).toMatch(/\|November 10, 2026\|.*\|7 min read\|/)
})

test('P10 shows the creation date when the post is unpublished', () => {
  expect(textOf({ ...POST, publishedAt: null })).toContain('|January 2, 2026|')
})
