import type { BlogCategory, BlogPost } from '#contract/blog.ts'
import type { PostReview } from '#contract/blog-desk.ts'
import type { BlogStatus } from '#domain/blog/post-states.ts'
import type { StructuredData } from '#domain/blog/structured-data.ts'
import { columnRows } from '#server/platform/db/column-rows.ts'
import { isUniqueViolation, type Query } from '#server/platform/db/database.ts'
import type { TimedRow, TimeRange } from '#server/platform/page.ts'

/** True if a change failed because another post has the slug. */
export const isSlugTaken = isUniqueViolation

/** A post as the content desk sees it; `authorName` is null for the operator's team. */
export type DeskRow = Omit<BlogPost, 'authorName' | 'seoScore' | 'metadata'> & {
  authorName: string | null
  review: PostReview | null
  shipped: boolean
}

type TextField = 'title' | 'slug' | 'metaDescription' | 'content' | 'excerpt' | 'keywords' | 'category'
/** Stored fields of a text, with its measurements. */
export type StoredText = Pick<DeskRow, TextField | 'readingTime' | 'review'> & {
  seoScore: number
  metadata: StructuredData
  /** Ids of the uploaded pictures in the text. */
  pictures: string[]
}

const COLUMNS = `id, title, slug, meta_description, content, excerpt, keywords, category, status, reading_time, author_name,
  published_at, scheduled_for, generated_at, created_at, updated_at, review, shipped`

const TEXT_COLUMNS = `title, slug, meta_description, content, excerpt, keywords, category, reading_time, review, seo_score, metadata,
  pictures`

/** All posts without a state filter; posts archived while empty appear only among the archived. */
const STATUS_FILTER = `($1::text is null and (status <> 'archived' or content <> '') or status = $1)`

/** Posts in every state or in one, last changed first. */
export function listPosts(
  db: Query,
  page: TimeRange & { status: BlogStatus | undefined },
): Promise<TimedRow<DeskRow>[]> {
  return db.rows(
    `select ${COLUMNS}, updated_at::text as exact_at from blog_posts
      where ${STATUS_FILTER}
        and ($2::timestamptz is null or (updated_at, id) < ($2::timestamptz, $3::uuid))
      order by updated_at desc, id desc limit $4`,
    [page.status ?? null, page.after?.at ?? null, page.after?.id ?? null, page.limit],
  )
}

export function countPosts(db: Query, status: BlogStatus | undefined): Promise<number> {
  return db.value(`select count(*)::integer as posts from blog_posts where ${STATUS_FILTER}`, [
    status ?? null,
  ])
}

export function findPost(db: Query, id: string): Promise<DeskRow | undefined> {
  return db.row<DeskRow>(`select ${COLUMNS} from blog_posts where id = $1`, [id])
}

/** Id of the post with this slug, in any state. */
export function findBySlug(db: Query, slug: string): Promise<string | undefined> {
  return db.find('select id from blog_posts where slug = $1', [slug])
}

export function lockPost(tx: Query, id: string): Promise<DeskRow | undefined> {
  return tx.row<DeskRow>(`select ${COLUMNS} from blog_posts where id = $1 for update`, [id])
}

type EmptyPost = { title: string; slug: string; category: BlogCategory }

/** Adds an empty draft. */
export function insertDraft(tx: Query, post: EmptyPost, now: Date): Promise<DeskRow> {
  return tx.one(
    `insert into blog_posts (title, slug, category, created_at, updated_at)
     values ($1, $2, $3, $4, $4) returning ${COLUMNS}`,
    [post.title, post.slug, post.category, now],
  )
}

/** Adds an empty post that is being written. */
export function insertGenerating(
  tx: Query,
  post: EmptyPost & { keywords: readonly string[] },
  now: Date,
): Promise<string> {
  return tx.value(
    `insert into blog_posts (title, slug, category, keywords, status, created_at, updated_at)
     values ($1, $2, $3, $4, 'generating', $5, $5) returning id`,
    [post.title, post.slug, post.category, post.keywords, now],
  )
}

export function saveText(tx: Query, id: string, text: StoredText, now: Date): Promise<DeskRow> {
  return tx.one(
    `update blog_posts set (${TEXT_COLUMNS}, updated_at) = (
       select ${TEXT_COLUMNS}, $3::timestamptz from jsonb_populate_recordset(null::blog_posts, $2))
      where id = $1 returning ${COLUMNS}`,
    [id, columnRows([text]), now],
  )
}

type PostTime = string | Date | null
export type PostState = { status: BlogStatus; publishedAt?: PostTime; scheduledFor?: PostTime }

/** Sets the state with its times; removes times that aren't given. */
export function setState(
  tx: Query,
  id: string,
  { status, publishedAt = null, scheduledFor = null }: PostState,
  now: Date,
): Promise<DeskRow> {
  return tx.one(
    `update blog_posts set status = $2, published_at = $3, scheduled_for = $4, updated_at = $5
      where id = $1 returning ${COLUMNS}`,
    [id, status, publishedAt, scheduledFor, now],
  )
}

/** Ends the writing of a post. @returns false if it was not being written */
export function finishGenerating(tx: Query, id: string, status: BlogStatus, now: Date): Promise<boolean> {
  return tx.changed(
    `update blog_posts set status = $2, updated_at = $3, generated_at = case when $2 = 'ready' then $3 else generated_at end
      where id = $1 and status = 'generating'`,
    [id, status, now],
  )
}

/** Archives posts that are being written but have no open generation. */
export function archiveAbandoned(db: Query, abandonedBefore: Date, now: Date): Promise<number> {
  return db.run(
    `update blog_posts p set status = 'archived', updated_at = $2
      where status = 'generating' and updated_at < $1 and not exists (
        select from generation_queue q where q.blog_post_id = p.id and q.status in ('pending', 'processing'))`,
    [abandonedBefore, now],
  )
}

/** Advisory lock (any constant) that serializes the choice of slugs, so that no two posts get the same one. */
const SLUG_LOCK = 909_025

/** A slug that no other post has: the preferred one, with a number appended if needed. */
export async function findFreeSlug(tx: Query, preferredSlug: string, ownId: string | null): Promise<string> {
  await tx.row('select pg_advisory_xact_lock($1)', [SLUG_LOCK])
  const base = preferredSlug.slice(0, 74).replace(/-+$/, '') || 'post'
  const rows = await tx.rows<{ slug: string }>(
    `select slug from blog_posts where (slug = $1 or slug like $2) and ($3::uuid is null or id <> $3)`,
    [base, `${base}-%`, ownId],
  )
  const takenSlugs = new Set(rows.map(({ slug }) => slug))
  let slug = base
  for (let suffix = 2; takenSlugs.has(slug); suffix++) slug = `${base}-${suffix}`
  return slug
}

/** The slugs whose posts are public now. */
export async function listPublicSlugs(db: Query, slugs: readonly string[], now: Date): Promise<Set<string>> {
  const rows = await db.rows<{ slug: string }>(
    `select slug from blog_posts where slug = any($1::text[]) and status = 'published' and published_at <= $2`,
    [slugs, now],
  )
  return new Set(rows.map(({ slug }) => slug))
}
