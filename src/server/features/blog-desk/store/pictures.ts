import type { Query } from '#server/platform/db/database.ts'

export type StoredPicture = { id: string; width: number; height: number }
export type NewPicture = { sha256: string; bytes: Buffer; width: number; height: number }

/** Stores a picture, or finds an equal one. Its week of being unused starts now. */
export function insertPicture(tx: Query, picture: NewPicture, now: Date): Promise<StoredPicture> {
  const { sha256, bytes, width, height } = picture
  return tx.one(
    `insert into blog_pictures (sha256, bytes, width, height, created_at, unused_since)
     values ($1, $2, $3, $4, $5::timestamptz, $5::timestamptz)
     on conflict (sha256) do update set unused_since = excluded.unused_since
     returning id, width, height`,
    [sha256, bytes, width, height, now],
  )
}

export function countUnused(db: Query): Promise<number> {
  return db.value('select count(*)::integer as pictures from blog_pictures where unused_since is not null')
}

/** A picture, and whether a public post contains it. */
export function findPicture(
  db: Query,
  id: string,
  now: Date,
): Promise<{ bytes: Buffer; isPublic: boolean } | undefined> {
  return db.row(
    `select bytes, exists (
       select from blog_posts where pictures <> '{}' and pictures @> array[$1::uuid]
          and status = 'published' and published_at <= $2) as is_public
       from blog_pictures where id = $1`,
    [id, now],
  )
}

const IS_USED = `exists (
  select from blog_posts where blog_posts.pictures <> '{}' and blog_posts.pictures @> array[blog_pictures.id])`

/** Records which pictures are in a post, and since when the others are unused. */
export async function markUnused(tx: Query, now: Date): Promise<void> {
  await tx.run(`update blog_pictures set unused_since = null where unused_since is not null and ${IS_USED}`)
  await tx.run(`update blog_pictures set unused_since = $1 where unused_since is null and not ${IS_USED}`, [
    now,
  ])
}

/** Deletes pictures that have been in no post since `unusedBefore`. @returns how many */
export function deleteUnused(tx: Query, unusedBefore: Date): Promise<number> {
  return tx.run(`delete from blog_pictures where unused_since <= $1 and not ${IS_USED}`, [unusedBefore])
}
