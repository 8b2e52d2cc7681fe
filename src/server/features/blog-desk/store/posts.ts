import type { BlogCategory } from '#contract/blog.ts'
import type { PostReview } from '#contract/blog-desk.ts'
import type { BlogStatus } from '#domain/blog/post-states.ts'
import type { StructuredData } from '#domain/blog/structured-data.ts'
import type { TimeCursorKey } from '#server/platform/cursor.ts'
import { isUniqueViolation, type Query } from '#server/platform/db/database.ts'

/** True if a change failed because another post has the slug. */
export const isAddressTaken = isUniqueViolation

/** A post as the content desk sees it. */
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

/** Stored fields of a text, with its measurements. */
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

/** All posts without a state filter; posts archived while empty appear only among the archived. */
const SHOWN = `($1::text is null and (status <> 'archived' or content <> '') or status = $1)`

/** Posts in every state or in one, last changed first. */
export function listPosts(
  db: Query,
  page: { status: BlogStatus | undefined; after: TimeCursorKey | null; limit: number },
): Promise<(DeskRow & { exactAt: string })[]> {
  return db.rows(
    `select ${ROW}, updated_at::text as exact_at from blog_posts
      where ${SHOWN}
        and ($2::timestamptz is null or (updated_at, id) < ($2::timestamptz, $3::uuid))
      order by updated_at desc, id desc limit $4`,
    [page.status ?? null, page.after?.at ?? null, page.after?.id ?? null, page.limit],
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

/** Id of the post with this slug, in any state. */
export async function findBySlug(db: Query, slug: string): Promise<string | undefined> {
  return (await db.row<{ id: string }>('select id from blog_posts where slug = $1', [slug]))?.id
}

export function lockPost(tx: Query, id: string): Promise<DeskRow | undefined> {
  return tx.row<DeskRow>(`select ${ROW} from blog_posts where id = $1 for update`, [id])
}

/** Adds an empty post that is being written. */
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

/** Sets the state with its times. */
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

/** Ends the writing of a post. @returns false if it was not being written */
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

/** Archives posts in writing without an open generation. */
export function archiveAbandoned(db: Query, before: Date, now: Date): Promise<number> {
  return db.run(
    `update blog_posts p set status = 'archived', updated_at = $2
      where status = 'generating' and updated_at < $1 and not exists (
        select from generation_queue q where q.blog_post_id = p.id and q.status in ('pending', 'processing'))`,
    [before, now],
  )
}

/** Advisory lock (any constant) that hands out slugs one at a time, so that no two posts get the same. */
const SLUG_LOCK = 909_025

/** A slug no other post has: the words, with a number behind them if needed. */
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

/** The slugs whose posts are public now. */
export async function listPublicSlugs(db: Query, slugs: readonly string[], now: Date): Promise<Set<string>> {
  const found = await db.rows<{ slug: string }>(
    `select slug from blog_posts where slug = any($1::text[]) and status = 'published' and published_at <= $2`,
    [slugs, now],
  )
  return new Set(found.map(({ slug }) => slug))
}
