import type { DeskPost, DeskPostCard, PostChange } from '#contract/blog-desk.ts'
import { plainText } from '#domain/blog/plain-text.ts'
import {
  type BlogStatus,
  missingToPublish,
  nextStatuses,
  publicationTime,
  transitionProblem,
} from '#domain/blog/post-states.ts'
import { seoScore } from '#domain/blog/seo-score.ts'
import { isSlug } from '#domain/blog/slug.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import { decodeTimeCursor, pageByTime } from '#server/platform/cursor.ts'
import type { Query } from '#server/platform/db/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store/posts.ts'
import { prepareText } from './prepare-text.ts'

export type Caller = { actor: Actor; requestId: string | undefined }
type Deps = Pick<Platform, 'db' | 'events' | 'clock' | 'appUrl' | 'site'>

/** Posts in every state, for operators. */
export function deskPosts({ db, events, clock, appUrl, site }: Deps) {
  function card(row: store.DeskRow): DeskPostCard {
    const { content: _, review, authorName, ...rest } = row
    return {
      ...rest,
      authorName: authorName ?? site.brand.team,
      seoScore: seoScore(row).score,
      nextStatuses: [...nextStatuses(row.status)],
      isScheduled: row.status === 'published' && Date.parse(row.publishedAt ?? '') > clock.now().getTime(),
      needsReview: review?.needed ?? false,
    }
  }

  function shown(row: store.DeskRow): DeskPost {
    const review = row.review ?? { needed: false, notes: [], sources: [] }
    return { ...card(row), content: row.content, checks: seoScore(row).checks, review }
  }

  /** Saves changes to the text. A text edited by a person needs no review. */
  async function changeText(tx: Query, row: store.DeskRow, change: PostChange): Promise<void> {
    const { status: _, publishedAt: __, content, ...given } = change
    if (content === undefined && Object.keys(given).length === 0) return
    const slug = given.slug ?? row.slug
    if (slug !== row.slug) requireNotGenerating(row, slug)
    const text = {
      ...row,
      ...definedFieldsOf(given),
      ...(content === undefined ? {} : { content: content ?? '' }),
    }
    const review = row.review && { ...row.review, needed: false }
    await store.saveText(tx, row.id, prepareText({ ...text, slug, review }, appUrl), clock.now())
  }

  async function changeState(tx: Query, row: store.DeskRow, change: PostChange): Promise<void> {
    const to = change.status
    if (to === undefined) return
    const now = clock.now()
    const isWaiting = row.status === 'published' && Date.parse(row.publishedAt ?? '') > now.getTime()
    if (to === row.status && !isWaiting) return
    const refusal = to === row.status ? null : transitionProblem(row.status, to)
    if (refusal) throw new AppError('conflict', refusal)
    if (to === 'ready' || to === 'published') requireComplete(row)
    if (to === 'published' && row.review?.needed) {
      const review = { ...row.review, needed: false }
      await store.saveText(tx, row.id, prepareText({ ...row, review }, appUrl), now)
    }
    await store.setState(tx, row.id, publicationStateOf(row, to, change.publishedAt, now), now)
  }

  return {
    shown,

    /** Last changed first. @throws {AppError} invalid for a malformed cursor */
    async list(query: { status?: BlogStatus | undefined; limit: number; cursor?: string | undefined }) {
      const after = decodeTimeCursor(query.cursor, 'Use the cursor from the Link header')
      const [total, found] = await Promise.all([
        store.countPosts(db, query.status),
        store.listPosts(db, { status: query.status, after, limit: query.limit + 1 }),
      ])
      const { rows, next } = pageByTime(found, query.limit)
      return { posts: rows.map(card), total, next }
    },

    /** @throws {AppError} not_found */
    async get(id: string): Promise<DeskPost> {
      const row = await store.findPost(db, id)
      if (!row) throw notFound('Post')
      return shown(row)
    },

    /** Id of the post with this slug, in any state; undefined if there is none. */
    idOf: (slug: string): Promise<string | undefined> =>
      isSlug(slug) ? store.findBySlug(db, slug) : Promise.resolve(undefined),

    /** Edits a post or changes its state. @throws {AppError} not_found, conflict with its current state, invalid */
    async change({ actor, requestId }: Caller, id: string, change: PostChange): Promise<DeskPost> {
      const changed = await db
        .transaction(async (tx) => {
          const row = await store.lockPost(tx, id)
          if (!row) throw notFound('Post')
          if (row.status === 'generating')
            throw new AppError(
              'conflict',
              'This post is being written. Wait until it is ready, or cancel it.',
            )
          await changeText(tx, row, change)
          const saved = (await store.lockPost(tx, id)) ?? row
          await changeState(tx, saved, change)
          const after = (await store.lockPost(tx, id)) ?? saved
          if (row.status === 'published' || after.status === 'published')
            events.publishInstance(tx, { type: 'site.changed' })
          const details = { from: row.status, to: after.status, fields: Object.keys(change).sort().join(' ') }
          await auditPlatform(tx, { actor, action: 'blog-post.changed', subject: id, details, requestId })
          return after
        })
        .catch((error: unknown) => {
          throw store.isAddressTaken(error) ? slugTakenError() : error
        })
      return shown(changed)
    },
  }
}
export type DeskPosts = ReturnType<typeof deskPosts>

/** Drops undefined fields. */
function definedFieldsOf<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> }
}

function requireNotGenerating({ status }: store.DeskRow, slug: string): void {
  if (status === 'published')
    throw new AppError(
      'conflict',
      "You can't change the URL of a published post, because other pages link to it.",
    )
  if (!isSlug(slug))
    throw new AppError('invalid', 'This URL slug is not valid', {
      fields: { slug: 'Use lowercase letters, digits and single hyphens' },
    })
}

function slugTakenError(): AppError {
  const message = 'Another post already has this URL'
  return new AppError('conflict', message, { fields: { slug: message } })
}

function requireComplete({ title, content }: store.DeskRow): void {
  const fields = missingToPublish({ title, text: plainText(content) })
  const [first] = Object.values(fields)
  if (first) throw new AppError('invalid', first, { fields })
}

function publicationStateOf(row: store.DeskRow, to: BlogStatus, asked: string | undefined, now: Date) {
  if (to === 'archived') return { status: to, publishedAt: row.publishedAt, scheduledFor: null }
  if (to !== 'published') return { status: to, publishedAt: null, scheduledFor: null }
  const time = publicationTime(asked === undefined ? null : new Date(asked), now)
  if (!time) {
    const message = 'Choose a time within the next two years'
    throw new AppError('invalid', message, { fields: { publishedAt: message } })
  }
  return { status: to, publishedAt: time.at, scheduledFor: time.isScheduled ? time.at : null }
}
