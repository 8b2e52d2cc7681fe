import type { BlogCategory, BlogPost } from '#contract/blog.ts'
import { columnRows } from '#server/platform/db/column-rows.ts'
import type { Query } from '#server/platform/db/database.ts'
import type { TimedRow, TimeRange } from '#server/platform/page.ts'

/** Condition of every query below: posts are public while published and from their publication time on. */
const IS_PUBLIC = `status = 'published' and published_at <= $1`
const CARD_COLUMNS = `id, title, slug, meta_description, excerpt, keywords, category, status, seo_score, reading_time, author_name,
  published_at, scheduled_for, generated_at, created_at, updated_at`

/** `authorName` is null for the operator's team. */
export type StoredPost = Omit<BlogPost, 'authorName'> & { authorName: string | null; publishedAt: string }
export type StoredCard = Omit<StoredPost, 'content' | 'metadata'>

type TextField = 'title' | 'slug' | 'metaDescription' | 'content' | 'excerpt' | 'keywords' | 'category'
export type NewPost = Pick<BlogPost, TextField | 'readingTime' | 'metadata'> & {
  publishedAt: string
  seoScore: number
}

export function countPublic(db: Query, now: Date, category: BlogCategory | undefined): Promise<number> {
  return db.value(
    `select count(*)::integer as posts from blog_posts where ${IS_PUBLIC} and ($2::text is null or category = $2)`,
    [now, category ?? null],
  )
}

/** Public posts, newest first: those after a cursor, or after skipping some. */
export function listPublic(
  db: Query,
  now: Date,
  query: Partial<TimeRange> & { category?: BlogCategory | undefined; skip?: number; limit: number },
): Promise<TimedRow<StoredCard>[]> {
  const { category, after, skip = 0, limit } = query
  return db.rows(
    `select ${CARD_COLUMNS}, published_at::text as exact_at from blog_posts
      where ${IS_PUBLIC} and ($2::text is null or category = $2)
        and ($3::timestamptz is null or (published_at, id) < ($3::timestamptz, $4::uuid))
      order by published_at desc, id desc limit $5 offset $6`,
    [now, category ?? null, after?.at ?? null, after?.id ?? null, limit, skip],
  )
}

export function findPublic(db: Query, now: Date, slug: string): Promise<StoredPost | undefined> {
  return db.row<StoredPost>(
    `select ${CARD_COLUMNS}, content, metadata from blog_posts where ${IS_PUBLIC} and slug = $2`,
    [now, slug],
  )
}

/** Related public posts by shared keywords and category, best first; a category counts as two keywords. */
export function listRelated(db: Query, now: Date, post: StoredCard, limit: number): Promise<StoredCard[]> {
  return db.rows<StoredCard>(
    `select ${CARD_COLUMNS} from (
       select *, (category = $3)::integer * 2
              + (select count(*) from unnest(keywords) k where lower(k) = any($4::text[])) as shared
         from blog_posts where ${IS_PUBLIC} and id <> $2) others
      where shared > 0 order by shared desc, published_at desc, id desc limit $5`,
    [now, post.id, post.category, post.keywords.map((keyword) => keyword.toLowerCase()), limit],
  )
}

type NeighborPost = { title: string; slug: string; isNewer: boolean }

/** The public posts before and after a post in the list of all. */
export function listNeighbors(db: Query, now: Date, id: string): Promise<NeighborPost[]> {
  const neighborQuery = (comparison: string, direction: string) =>
    `(select title, slug, '${comparison}' = '>' as is_newer from blog_posts
       where ${IS_PUBLIC} and (published_at, id) ${comparison} (select published_at, id from blog_posts where id = $2)
       order by published_at ${direction}, id ${direction} limit 1)`
  return db.rows<NeighborPost>(`${neighborQuery('<', 'desc')} union all ${neighborQuery('>', 'asc')}`, [
    now,
    id,
  ])
}

type PostNotice = { title: string; slug: string; excerpt: string; publishedAt: string }

/** Public posts published after `since`, oldest first, without shipped ones. */
export function listPublishedSince(db: Query, now: Date, since: string): Promise<PostNotice[]> {
  return db.rows<PostNotice>(
    `select title, slug, coalesce(excerpt, meta_description, '') as excerpt, published_at from blog_posts
      where ${IS_PUBLIC} and not shipped and published_at > $2 order by published_at, id`,
    [now, since],
  )
}

/** Slugs of all public posts with the time of their last change, newest first. */
export function listSitemapEntries(
  db: Query,
  now: Date,
  limit: number,
): Promise<{ slug: string; updatedAt: string }[]> {
  return db.rows(
    `select slug, greatest(updated_at, published_at) as updated_at from blog_posts where ${IS_PUBLIC}
      order by published_at desc, id desc limit $2`,
    [now, limit],
  )
}

export function hasShipped(db: Query): Promise<boolean> {
  return db.exists('select from blog_posts where shipped limit 1')
}

const SHIPPED_COLUMNS =
  'title, meta_description, content, excerpt, keywords, category, reading_time, metadata'

/** SQL hash of a row's shipped columns, independent of the connection's time zone. */
function shippedHashSql(row: string): string {
  const values = SHIPPED_COLUMNS.split(', ').map((column) => `${row}.${column}`)
  return `md5(jsonb_build_array(${values.join(', ')}, extract(epoch from ${row}.published_at))::text)`
}

/**
 * Adds shipped posts, and replaces unedited published ones of another brand or edition. Posts that the operator changed
 * or archived remain as they are, as do posts with the same slug.
 *
 * @returns how many were added or replaced
 */
export function addShipped(db: Query, posts: readonly NewPost[], now: Date): Promise<number> {
  return db.run(
    `insert into blog_posts (slug, ${SHIPPED_COLUMNS}, seo_score, status, published_at, updated_at, shipped, shipped_hash)
     select slug, ${SHIPPED_COLUMNS}, seo_score, 'published', published_at, published_at, true, ${shippedHashSql('p')}
       from jsonb_populate_recordset(null::blog_posts, $1) p
     on conflict (slug) do update
       set (${SHIPPED_COLUMNS}, seo_score, published_at, updated_at, shipped_hash) = (
         select ${SHIPPED_COLUMNS.replace(/\w+/g, 'excluded.$&')}, excluded.seo_score, excluded.published_at, $2::timestamptz,
                excluded.shipped_hash)
       where blog_posts.shipped and blog_posts.status = 'published'
         and blog_posts.shipped_hash = ${shippedHashSql('blog_posts')}
         and blog_posts.shipped_hash <> excluded.shipped_hash`,
    [columnRows(posts), now],
  )
}
