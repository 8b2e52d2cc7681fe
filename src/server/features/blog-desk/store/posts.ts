import type { BlogCategory } from '#contract/blog.ts'
import type { PostReview } from '#contract/blog-desk.ts'
import type { BlogStatus } from '#domain/blog/post-states.ts'
import type { StructuredData } from '#domain/blog/structured-data.ts'
import { isUniqueViolation, type Query } from '#server/platform/db/database.ts'

/** Whether a change failed because another post has the address. */
export const isAddressTaken = isUniqueViolation

/** A post as the desk works on it. */
export type DeskRow = {
  id: string
  title: string
  slug: string
  metaDescription: string | null
  content: string
  excerpt: string | null
  keywords: string[]
  category: BlogCategory
  status: BlogStatus
  readingTime: number
  authorName: string | null
  publishedAt: string | null
  scheduledFor: string | null
  generatedAt: string | null
  createdAt: string
  updatedAt: string
  review: PostReview | null
  shipped: boolean
}

/** What is stored of a text: the text itself, and what was measured of it. */
export type StoredText = Pick<
  DeskRow,
  | 'title'
  | 'slug'
  | 'metaDescription'
  | 'content'
  | 'excerpt'
  | 'keywords'
  | 'category'
  | 'readingTime'
  | 'review'
> & { seoScore: number; metadata: StructuredData }

const ROW = `id, title, slug, meta_description, content, excerpt, keywords, category, status, reading_time, author_name,
  published_at, scheduled_for, generated_at, created_at, updated_at, review, shipped`

export type DeskCursorKey = readonly [updatedAt: string, id: string]

/** All posts without a state; one that was laid aside before it had a text stands among the archived alone. */
const SHOWN = `($1::text is null and (status <> 'archived' or content <> '') or status = $1)`

/** Posts in every state or in one, the last changed first. */
export function listPosts(
  db: Query,
  page: { status: BlogStatus | undefined; after: DeskCursorKey | null; limit: number },
): Promise<(DeskRow & { place: string })[]> {
  return db.rows(
    `select ${ROW}, updated_at::text as place from blog_posts
      where ${SHOWN}
        and ($2::timestamptz is null or (updated_at, id) < ($2::timestamptz, $3::uuid))
      order by updated_at desc, id desc limit $4`,
    [page.status ?? null, page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit],
  )
}

export async function countPosts(db: Query, status: BlogStatus | undefined): Promise<number> {
  const counted = await db.row<{ posts: number }>(
    `select count(*)::integer as posts from blog_posts where ${SHOWN}`,
    [status ?? null],
  )
  return counted?.posts ?? 0
}

export function findPost(db: Query, id: string): Promise<DeskRow | undefined> {
  return db.row<DeskRow>(`select ${ROW} from blog_posts where id = $1`, [id])
}

/** Its id, whatever its state. */
export async function findBySlug(db: Query, slug: string): Promise<string | undefined> {
  return (await db.row<{ id: string }>('select id from blog_posts where slug = $1', [slug]))?.id
}

export function lockPost(tx: Query, id: string): Promise<DeskRow | undefined> {
  return tx.row<DeskRow>(`select ${ROW} from blog_posts where id = $1 for update`, [id])
}

/** An empty post that is being written. */
export async function insertGenerating(
  tx: Query,
  post: { title: string; slug: string; category: BlogCategory; keywords: readonly string[] },
  now: Date,
): Promise<string> {
  const added = await tx.row<{ id: string }>(
    `insert into blog_posts (title, slug, category, keywords, status, created_at, updated_at)
     values ($1, $2, $3, $4, 'generating', $5, $5) returning id`,
    [post.title, post.slug, post.category, post.keywords, now],
  )
  if (!added) throw new Error('The post was not added')
  return added.id
}

export async function saveText(tx: Query, id: string, text: StoredText, now: Date): Promise<void> {
  await tx.run(
    `update blog_posts set title = $2, slug = $3, meta_description = $4, content = $5, excerpt = $6, keywords = $7,
       category = $8, reading_time = $9, review = $10, seo_score = $11, metadata = $12, updated_at = $13
      where id = $1`,
    [
      ...[id, text.title, text.slug, text.metaDescription, text.content, text.excerpt, text.keywords],
      ...[text.category, text.readingTime, text.review && JSON.stringify(text.review), text.seoScore],
      ...[JSON.stringify(text.metadata), now],
    ],
  )
}

/** The state and the times that belong to it. */
export async function setState(
  tx: Query,
  id: string,
  state: { status: BlogStatus; publishedAt: string | Date | null; scheduledFor: string | Date | null },
  now: Date,
): Promise<void> {
  await tx.run(
    `update blog_posts set status = $2, published_at = $3, scheduled_for = $4, updated_at = $5 where id = $1`,
    [id, state.status, state.publishedAt, state.scheduledFor, now],
  )
}

/** Ends the writing of a post that is still being written. @returns whether it was */
export async function finishGenerating(
  tx: Query,
  id: string,
  status: BlogStatus,
  now: Date,
): Promise<boolean> {
  const changed = await tx.run(
    `update blog_posts set status = $2, updated_at = $3, generated_at = case when $2 = 'ready' then $3 else generated_at end
      where id = $1 and status = 'generating'`,
    [id, status, now],
  )
  return changed === 1
}

/** Posts that nothing in the queue is writing any more are laid aside. */
export function archiveAbandoned(db: Query, before: Date, now: Date): Promise<number> {
  return db.run(
    `update blog_posts p set status = 'archived', updated_at = $2
      where status = 'generating' and updated_at < $1 and not exists (
        select from generation_queue q where q.blog_post_id = p.id and q.status in ('pending', 'processing'))`,
    [before, now],
  )
}

/** Any constant: names of posts are given out one at a time, so that no two get the same. */
const SLUG_LOCK = 909_025

/** The name of a post in its address that nobody else has: the words themselves, or with a number behind them. */
export async function findFreeSlug(tx: Query, words: string, own: string | null): Promise<string> {
  await tx.row('select pg_advisory_xact_lock($1)', [SLUG_LOCK])
  const base = words.slice(0, 74).replace(/-+$/, '') || 'post'
  const taken = await tx.rows<{ slug: string }>(
    `select slug from blog_posts where (slug = $1 or slug like $2) and ($3::uuid is null or id <> $3)`,
    [base, `${base}-%`, own],
  )
  const names = new Set(taken.map(({ slug }) => slug))
  let name = base
  for (let n = 2; names.has(name); n++) name = `${base}-${n}`
  return name
}

/** Which of these articles readers can open now. */
export async function listPublicSlugs(db: Query, slugs: readonly string[], now: Date): Promise<Set<string>> {
  const found = await db.rows<{ slug: string }>(
    `select slug from blog_posts where slug = any($1::text[]) and status = 'published' and published_at <= $2`,
    [slugs, now],
  )
  return new Set(found.map(({ slug }) => slug))
}
