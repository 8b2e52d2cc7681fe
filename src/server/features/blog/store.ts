import type { BlogCategory, BlogPost } from '#contract/blog.ts'
import type { Query } from '#server/platform/db/database.ts'

/** What no query below leaves out: posts are public from their time of publication on, and only while published. */
const PUBLIC = `status = 'published' and published_at <= $1`
const CARD = `id, title, slug, meta_description, excerpt, keywords, category, status, seo_score, reading_time, author_name,
  published_at, scheduled_for, generated_at, created_at, updated_at`

/** As stored: nobody named means the operator's team. */
export type StoredPost = Omit<BlogPost, 'authorName'> & { authorName: string | null; publishedAt: string }
export type StoredCard = Omit<StoredPost, 'content' | 'metadata'>
/** A place in the list: the time of publication to the microsecond, as PostgreSQL writes it, and the id. */
export type CursorKey = readonly [publishedAt: string, id: string]

export type NewPost = Pick<
  BlogPost,
  | 'title'
  | 'slug'
  | 'metaDescription'
  | 'content'
  | 'excerpt'
  | 'keywords'
  | 'category'
  | 'readingTime'
  | 'metadata'
> & { publishedAt: string; seoScore: number }

export async function countPublic(db: Query, now: Date, category: BlogCategory | undefined): Promise<number> {
  const counted = await db.row<{ posts: number }>(
    `select count(*)::integer as posts from blog_posts where ${PUBLIC} and ($2::text is null or category = $2)`,
    [now, category ?? null],
  )
  return counted?.posts ?? 0
}

/** Public posts, newest first: those behind a place, or after skipping so many. */
export function listPublic(
  db: Query,
  now: Date,
  query: { category?: BlogCategory | undefined; after?: CursorKey | null; skip?: number; limit: number },
): Promise<(StoredCard & { place: string })[]> {
  const { category, after, skip = 0, limit } = query
  return db.rows(
    `select ${CARD}, published_at::text as place from blog_posts
      where ${PUBLIC} and ($2::text is null or category = $2)
        and ($3::timestamptz is null or (published_at, id) < ($3::timestamptz, $4::uuid))
      order by published_at desc, id desc limit $5 offset $6`,
    [now, category ?? null, after?.[0] ?? null, after?.[1] ?? null, limit, skip],
  )
}

export function findPublic(db: Query, now: Date, slug: string): Promise<StoredPost | undefined> {
  return db.row<StoredPost>(
    `select ${CARD}, content, metadata from blog_posts where ${PUBLIC} and slug = $2`,
    [now, slug],
  )
}

/** Other public posts that share the category or a keyword, those that share the most first; a category counts as two. */
export function listRelated(db: Query, now: Date, post: StoredCard, limit: number): Promise<StoredCard[]> {
  return db.rows<StoredCard>(
    `select ${CARD} from (
       select *, (category = $3)::integer * 2
              + (select count(*) from unnest(keywords) k where lower(k) = any($4::text[])) as shared
         from blog_posts where ${PUBLIC} and id <> $2) others
      where shared > 0 order by shared desc, published_at desc, id desc limit $5`,
    [now, post.id, post.category, post.keywords.map((keyword) => keyword.toLowerCase()), limit],
  )
}

type NeighborPost = { title: string; slug: string; isNewer: boolean }

/** The public posts that stand before and after a post in the list of all. */
export function listNeighbors(db: Query, now: Date, id: string): Promise<NeighborPost[]> {
  const side = (comparison: string, direction: string) =>
    `(select title, slug, '${comparison}' = '>' as is_newer from blog_posts
       where ${PUBLIC} and (published_at, id) ${comparison} (select published_at, id from blog_posts where id = $2)
       order by published_at ${direction}, id ${direction} limit 1)`
  return db.rows<NeighborPost>(`${side('<', 'desc')} union all ${side('>', 'asc')}`, [now, id])
}

type PostNotice = {
  title: string
  slug: string
  excerpt: string | null
  metaDescription: string | null
  publishedAt: string
}

/** Public posts published after `since`, oldest first; none that came with the product. */
export function listPublishedSince(db: Query, now: Date, since: string): Promise<PostNotice[]> {
  return db.rows<PostNotice>(
    `select title, slug, excerpt, meta_description, published_at from blog_posts
      where ${PUBLIC} and not shipped and published_at > $2 order by published_at, id`,
    [now, since],
  )
}

/** The addresses of all public posts, newest first, and when each last changed. */
export function listAddresses(
  db: Query,
  now: Date,
  limit: number,
): Promise<{ slug: string; updatedAt: string }[]> {
  return db.rows(
    `select slug, greatest(updated_at, published_at) as updated_at from blog_posts where ${PUBLIC}
      order by published_at desc, id desc limit $2`,
    [now, limit],
  )
}

export async function hasShipped(db: Query): Promise<boolean> {
  return (await db.row('select from blog_posts where shipped limit 1')) !== undefined
}

const SHIPPED = 'title, meta_description, content, excerpt, keywords, category, reading_time, metadata'

/** A hash of everything in a row that a shipped post brings, whatever the time zone of the connection. */
function hashOf(row: string): string {
  const values = SHIPPED.split(', ').map((column) => `${row}.${column}`)
  return `md5(jsonb_build_array(${values.join(', ')}, extract(epoch from ${row}.published_at))::text)`
}

/**
 * Adds posts that came with the product, and replaces those that are still as it wrote them, published and of another
 * brand or edition. One that the operator changed or archived is left as it is, and so is one whose address is taken.
 *
 * @returns how many were added or replaced
 */
export function addShipped(db: Query, posts: readonly NewPost[], now: Date): Promise<number> {
  return db.run(
    `insert into blog_posts (slug, ${SHIPPED}, seo_score, status, published_at, updated_at, shipped, shipped_hash)
     select slug, ${SHIPPED}, seo_score, 'published', published_at, published_at, true, ${hashOf('p')}
       from (select *, "metaDescription" as meta_description, "readingTime" as reading_time,
                    "publishedAt" as published_at, "seoScore" as seo_score
               from jsonb_to_recordset($1) as given(title text, slug text, "metaDescription" text, content text,
                      excerpt text, keywords text[], category text, "readingTime" integer, metadata jsonb,
                      "publishedAt" timestamptz, "seoScore" integer)) p
     on conflict (slug) do update
       set (${SHIPPED}, seo_score, published_at, updated_at, shipped_hash) = (
         select ${SHIPPED.replace(/\w+/g, 'excluded.$&')}, excluded.seo_score, excluded.published_at, $2::timestamptz,
                excluded.shipped_hash)
       where blog_posts.shipped and blog_posts.status = 'published'
         and blog_posts.shipped_hash = ${hashOf('blog_posts')}
         and blog_posts.shipped_hash <> excluded.shipped_hash`,
    [JSON.stringify(posts), now],
  )
}
