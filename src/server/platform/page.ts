import { z } from 'zod'
import { AppError } from './errors.ts'

export type PageQuery = { limit: number; cursor?: string | undefined }

/** A page of a list; `next` is the cursor of the page after it. */
export type Page<T> = { items: T[]; next: string | null }

/** A page in the shape of the public API. */
export function apiPageFrom<T>({ items, next }: Page<T>): { data: T[]; next: string | null } {
  return { data: items, next }
}

/** The rows that a page is made of: at most `limit` behind the row with the key `after`. */
export type PageRange<K> = { after: K | null; limit: number }

/** How a list is ordered: the shape of its cursor key, and the key of a row. */
export type ListOrder<K, R> = { shape: z.ZodType<K>; keyOf: (row: R) => K }

/** Cursor key of a list ordered by time and id; `at` is exact to the microsecond. */
export type TimeCursorKey = { at: string; id: string }

export type TimeRange = PageRange<TimeCursorKey>

/** A row of a list ordered by time; `exactAt` is that time to the microsecond. */
export type TimedRow<R> = R & { exactAt: string }

/** A time to the microsecond as PostgreSQL writes it in UTC. */
export const exactTimestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/)
  .refine((at) => !Number.isNaN(Date.parse(at.replace(' ', 'T').replace('+00', 'Z'))))

export const BY_TIME: ListOrder<TimeCursorKey, TimedRow<{ id: string }>> = {
  shape: z.object({ at: exactTimestamp, id: z.uuid() }),
  keyOf: ({ exactAt, id }) => ({ at: exactAt, id }),
}

export const BY_ID: ListOrder<string, { id: string }> = { shape: z.uuid(), keyOf: ({ id }) => id }

/**
 * Reads a page. Asks for one row more, which tells that there is a next page.
 *
 * @throws {AppError} invalid for a malformed cursor
 */
export async function readPage<K, R>(
  { shape, keyOf }: ListOrder<K, R>,
  { limit, cursor }: PageQuery,
  read: (range: PageRange<K>) => Promise<R[]>,
): Promise<Page<R>> {
  const rows = await read({ after: decodeCursor(shape, cursor), limit: limit + 1 })
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, next: last ? encodeCursor(keyOf(last)) : null }
}

/** Encodes the key of a page's last item; the client returns it to get the next page. */
export function encodeCursor(key: unknown): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** Decodes the key of a cursor; null without a cursor. @throws {AppError} invalid when it has another shape */
export function decodeCursor<K>(shape: z.ZodType<K>, cursor: string | undefined): K | null {
  if (cursor === undefined) return null
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalidCursor()
  }
}

export function invalidCursor(
  message = 'This cursor is not valid',
  advice = 'Use the cursor from the previous page',
): AppError {
  return new AppError('invalid', message, { fields: { cursor: advice } })
}

type PagedCall = {
  request: { url: string }
  reply: { header: (name: string, value: string | number) => unknown }
}

/** For a list whose body is the items alone: sends the count and the URL of the next page as headers. */
export function sendItems<T>(
  { request, reply }: PagedCall,
  page: Page<T> & { total?: number | string },
): T[] {
  if (page.total !== undefined) reply.header('X-Total-Count', page.total)
  if (page.next) {
    const url = new URL(request.url, 'http://localhost')
    url.searchParams.set('cursor', page.next)
    reply.header('Link', `<${url.pathname}${url.search}>; rel="next"`)
  }
  return page.items
}
