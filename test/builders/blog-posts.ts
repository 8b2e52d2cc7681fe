import type { BlogCategory } from '#contract/blog.ts'
import type { Query } from '#server/platform/db/query.ts'
import type { TestApp } from '../test-app.ts'

export type PostRow = {
  slug: string
  title?: string
  content?: string
  category?: BlogCategory
  keywords?: string[]
  excerpt?: string | null
  status?: 'draft' | 'generating' | 'ready' | 'published' | 'archived'
  publishedAt?: string | null
  scheduledFor?: string | null
  authorName?: string | null
  metadata?: object | null
  shipped?: boolean
}

/** Adds a post without the product's checks, by default published on 2026-03-01. */
export async function addPost({ owner }: Pick<TestApp, 'owner'>, post: PostRow): Promise<void> {
  await owner.run(
    `insert into blog_posts (slug, title, content, category, keywords, excerpt, status, published_at, scheduled_for,
       author_name, metadata, shipped, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, coalesce($8, '2026-03-01T08:00:00Z'::timestamptz))`,
    [
      post.slug,
      post.title ?? `About ${post.slug}`,
      post.content ?? '<p>Text.</p>',
      post.category ?? 'Lead Generation',
      post.keywords ?? [],
      post.excerpt ?? null,
      post.status ?? 'published',
      post.publishedAt === undefined ? '2026-03-01T08:00:00Z' : post.publishedAt,
      post.scheduledFor ?? null,
      post.authorName ?? null,
      post.metadata ? JSON.stringify(post.metadata) : null,
      post.shipped ?? false,
    ],
  )
}

/** Creates one of each kind of unpublished content; all contain the word CanaryPost. */
export async function addHiddenPosts(app: Pick<TestApp, 'owner'>): Promise<string[]> {
  const hidden: PostRow[] = [
    { slug: 'hidden-draft', status: 'draft', publishedAt: null },
    { slug: 'hidden-draft-with-date', status: 'draft' },
    { slug: 'hidden-generating', status: 'generating', publishedAt: null },
    { slug: 'hidden-ready', status: 'ready' },
    { slug: 'hidden-scheduled', status: 'ready', publishedAt: null, scheduledFor: '2026-03-02T00:00:00Z' },
    { slug: 'hidden-archived', status: 'archived' },
    { slug: 'hidden-tomorrow', publishedAt: '2026-03-11T12:00:00Z' },
    { slug: 'hidden-next-second', publishedAt: '2026-03-10T12:00:01Z' },
  ]
  for (const post of hidden) {
    const texts = { title: `CanaryPost ${post.slug}`, content: '<p>CanaryPost</p>', excerpt: 'CanaryPost' }
    await addPost(app, { ...texts, keywords: ['farming'], ...post })
  }
  return hidden.map(({ slug }) => slug)
}

/** Creates a published post, a draft, an inactive topic and a finished generation. */
export async function addBlogObjects(
  owner: Query,
  ids: { post: string; topic: string; generation: string },
  published: string,
): Promise<void> {
  await owner.run(
    `insert into blog_posts (title, slug, category, status, published_at)
     values ('Sample', $1, 'Lead Generation', 'published', now()) on conflict (slug) do nothing`,
    [published],
  )
  await owner.run(
    `insert into blog_posts (id, title, slug, category, content)
     values ($1, 'Sample', 'sample-' || $1::uuid, 'Lead Generation', '<p>Sample</p>')`,
    [ids.post],
  )
  await owner.run(
    `with topic as (
       insert into content_topics (id, topic, category, is_active)
       values ($1, 'Sample ' || $1::uuid, 'Lead Generation', false) returning id)
     insert into generation_queue (id, topic_id, subject, category, cause, status, blog_post_id)
     select $2, id, 'Sample', 'Lead Generation', 'topic', 'canceled', $3 from topic`,
    [ids.topic, ids.generation, ids.post],
  )
}
