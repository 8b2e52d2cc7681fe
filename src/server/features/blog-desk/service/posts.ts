import type { ConvertedText, DeskPost, DeskPostCard, NewPost, PostChange } from '#contract/blog-desk.ts'
import { plainText } from '#domain/blog/plain-text.ts'
import {
  type BlogStatus,
  nextStatuses,
  publicationTime,
  publishingProblems,
  transitionProblem,
} from '#domain/blog/post-states.ts'
import { seoScore } from '#domain/blog/seo-score.ts'
import { isSlug, slugOf } from '#domain/blog/slug.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import { sanitizeArticle } from '#server/platform/content/article-html.ts'
import { articleHtml } from '#server/platform/content/markdown.ts'
import type { Caller } from '#server/platform/context.ts'
import type { Query } from '#server/platform/db/database.ts'
import { AppError, fieldError, notFound } from '#server/platform/errors.ts'
import { BY_TIME, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store/posts.ts'
import { prepareText } from './prepare-text.ts'

type Deps = Pick<Platform, 'db' | 'events' | 'clock' | 'appUrl' | 'site'>

/** Posts in every state, for operators. */
export function deskPosts({ db, events, clock, appUrl, site }: Deps) {
  function toCard(row: store.DeskRow): DeskPostCard {
    const { content: _, review, authorName, ...cardFields } = row
    return {
      ...cardFields,
      authorName: authorName ?? site.brand.team,
      seoScore: seoScore(row).score,
      nextStatuses: [...nextStatuses(row.status)],
      isScheduled: isScheduled(row, clock.now()),
      needsReview: review?.needed ?? false,
    }
  }

  function toDeskPost(row: store.DeskRow): DeskPost {
    const review = row.review ?? { needed: false, notes: [], sources: [] }
    const { checks, faults } = seoScore(row)
    return { ...toCard(row), content: row.content, checks, faults, review }
  }

  /** Saves changes to the text. A text edited by a person needs no review. */
  async function changeText(tx: Query, row: store.DeskRow, change: PostChange): Promise<store.DeskRow> {
    const { status: _, publishedAt: __, content, ...fields } = change
    if (content === undefined && Object.keys(fields).length === 0) return row
    const slug = fields.slug ?? row.slug
    if (slug !== row.slug) requireChangeableSlug(row, slug)
    const text = {
      ...row,
      ...definedFieldsOf(fields),
      ...(content === undefined ? {} : { content: content ?? '' }),
    }
    const review = row.review && { ...row.review, needed: false }
    return store.saveText(tx, row.id, prepareText({ ...text, slug, review }, appUrl), clock.now())
  }

  async function changeState(tx: Query, row: store.DeskRow, change: PostChange): Promise<store.DeskRow> {
    const newStatus = change.status
    const now = clock.now()
    if (newStatus === undefined || (newStatus === row.status && !isScheduled(row, now))) return row
    const problem = newStatus === row.status ? null : transitionProblem(row.status, newStatus)
    if (problem) throw new AppError('conflict', problem)
    if (newStatus === 'ready' || newStatus === 'published') requireComplete(row)
    if (newStatus === 'published' && row.review?.needed) {
      const review = { ...row.review, needed: false }
      await store.saveText(tx, row.id, prepareText({ ...row, review }, appUrl), now)
    }
    return store.setState(tx, row.id, publicationStateOf(row, newStatus, change.publishedAt, now), now)
  }

  return {
    shown: toDeskPost,

    /** Last changed first. @throws {AppError} invalid for a malformed cursor */
    async list({ status, ...query }: PageQuery & { status?: BlogStatus | undefined }) {
      const [total, { items, next }] = await Promise.all([
        store.countPosts(db, status),
        readPage(BY_TIME, query, (range) => store.listPosts(db, { ...range, status })),
      ])
      return { items: items.map(toCard), next, total }
    },

    /** @throws {AppError} not_found */
    async get(id: string): Promise<DeskPost> {
      const row = await store.findPost(db, id)
      if (!row) throw notFound('Post')
      return toDeskPost(row)
    },

    /** Id of the post with this slug, in any state; undefined if there is none. */
    findIdBySlug: (slug: string): Promise<string | undefined> =>
      isSlug(slug) ? store.findBySlug(db, slug) : Promise.resolve(undefined),

    /** The HTML that a post would have for a pasted text. */
    convert: ({ format, text }: ConvertedText): string =>
      format === 'markdown' ? articleHtml(text, appUrl) : sanitizeArticle(text, appUrl).trim(),

    /** Adds an empty draft. */
    async add({ actor, requestId }: Caller, { title, category }: NewPost): Promise<DeskPost> {
      const row = await db.transaction(async (tx) => {
        const slug = await store.findFreeSlug(tx, slugOf(title), null)
        const row = await store.insertDraft(tx, { title, slug, category }, clock.now())
        await auditPlatform(tx, { actor, action: 'blog-post.added', subject: row.id, requestId })
        return row
      })
      return toDeskPost(row)
    },

    /** Edits a post or changes its state. @throws {AppError} not_found, conflict with its current state, invalid */
    async change({ actor, requestId }: Caller, id: string, change: PostChange): Promise<DeskPost> {
      const updatedRow = await db
        .transaction(async (tx) => {
          const row = await store.lockPost(tx, id)
          if (!row) throw notFound('Post')
          if (row.status === 'generating')
            throw new AppError(
              'conflict',
              'This post is being written. Wait until it is ready, or cancel it.',
            )
          const changedRow = await changeState(tx, await changeText(tx, row, change), change)
          if (row.status === 'published' || changedRow.status === 'published')
            events.publishInstance(tx, { type: 'site.changed' })
          const details = {
            from: row.status,
            to: changedRow.status,
            fields: Object.keys(change).sort().join(' '),
          }
          await auditPlatform(tx, { actor, action: 'blog-post.changed', subject: id, details, requestId })
          return changedRow
        })
        .catch((error: unknown) => {
          throw store.isSlugTaken(error)
            ? fieldError('conflict', 'slug', 'Another post already has this URL')
            : error
        })
      return toDeskPost(updatedRow)
    },
  }
}
export type DeskPosts = ReturnType<typeof deskPosts>

/** Drops undefined fields. */
function definedFieldsOf<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> }
}

function requireChangeableSlug({ status }: store.DeskRow, slug: string): void {
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

function requireComplete({ title, content }: store.DeskRow): void {
  const fields = publishingProblems({ title, text: plainText(content) })
  const [firstMessage] = Object.values(fields)
  if (firstMessage) throw new AppError('invalid', firstMessage, { fields })
}

/** True for a post that is published later. */
function isScheduled({ status, publishedAt }: store.DeskRow, now: Date): boolean {
  return status === 'published' && Date.parse(publishedAt ?? '') > now.getTime()
}

function publicationStateOf(
  { publishedAt }: store.DeskRow,
  newStatus: BlogStatus,
  requestedTime: string | undefined,
  now: Date,
): store.PostState {
  if (newStatus === 'archived') return { status: newStatus, publishedAt }
  if (newStatus !== 'published') return { status: newStatus }
  const time = publicationTime(requestedTime === undefined ? null : new Date(requestedTime), now)
  if (!time) {
    throw fieldError('invalid', 'publishedAt', 'Choose a time within the next two years')
  }
  return { status: newStatus, publishedAt: time.at, scheduledFor: time.isScheduled ? time.at : null }
}
