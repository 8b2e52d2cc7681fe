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
  function card(row: store.DeskRow): DeskPostCard {
    const { content: _, review, authorName, ...rest } = row
    return {
      ...rest,
      authorName: authorName ?? site.brand.team,
      seoScore: seoScore(row).score,
      nextStatuses: [...nextStatuses(row.status)],
      isScheduled: isScheduled(row, clock.now()),
      needsReview: review?.needed ?? false,
    }
  }

  function shown(row: store.DeskRow): DeskPost {
    const review = row.review ?? { needed: false, notes: [], sources: [] }
    const { checks, faults } = seoScore(row)
    return { ...card(row), content: row.content, checks, faults, review }
  }

  /** Saves changes to the text. A text edited by a person needs no review. */
  async function changeText(tx: Query, row: store.DeskRow, change: PostChange): Promise<store.DeskRow> {
    const { status: _, publishedAt: __, content, ...given } = change
    if (content === undefined && Object.keys(given).length === 0) return row
    const slug = given.slug ?? row.slug
    if (slug !== row.slug) requireChangeableSlug(row, slug)
    const text = {
      ...row,
      ...definedFieldsOf(given),
      ...(content === undefined ? {} : { content: content ?? '' }),
    }
    const review = row.review && { ...row.review, needed: false }
    return store.saveText(tx, row.id, prepareText({ ...text, slug, review }, appUrl), clock.now())
  }

  async function changeState(tx: Query, row: store.DeskRow, change: PostChange): Promise<store.DeskRow> {
    const to = change.status
    const now = clock.now()
    if (to === undefined || (to === row.status && !isScheduled(row, now))) return row
    const refusal = to === row.status ? null : transitionProblem(row.status, to)
    if (refusal) throw new AppError('conflict', refusal)
    if (to === 'ready' || to === 'published') requireComplete(row)
    if (to === 'published' && row.review?.needed) {
      const review = { ...row.review, needed: false }
      await store.saveText(tx, row.id, prepareText({ ...row, review }, appUrl), now)
    }
    return store.setState(tx, row.id, publicationStateOf(row, to, change.publishedAt, now), now)
  }

  return {
    shown,

    /** Last changed first. @throws {AppError} invalid for a malformed cursor */
    async list({ status, ...query }: PageQuery & { status?: BlogStatus | undefined }) {
      const [total, { items, next }] = await Promise.all([
        store.countPosts(db, status),
        readPage(BY_TIME, query, (range) => store.listPosts(db, { ...range, status })),
      ])
      return { items: items.map(card), next, total }
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

    /** The HTML that a post would have for a pasted text. */
    convert: ({ format, text }: ConvertedText): string =>
      format === 'markdown' ? articleHtml(text, appUrl) : sanitizeArticle(text, appUrl).trim(),

    /** Adds an empty draft. */
    async add({ actor, requestId }: Caller, { title, category }: NewPost): Promise<DeskPost> {
      const added = await db.transaction(async (tx) => {
        const slug = await store.findFreeSlug(tx, slugOf(title), null)
        const row = await store.insertDraft(tx, { title, slug, category }, clock.now())
        await auditPlatform(tx, { actor, action: 'blog-post.added', subject: row.id, requestId })
        return row
      })
      return shown(added)
    },

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
          const after = await changeState(tx, await changeText(tx, row, change), change)
          if (row.status === 'published' || after.status === 'published')
            events.publishInstance(tx, { type: 'site.changed' })
          const details = { from: row.status, to: after.status, fields: Object.keys(change).sort().join(' ') }
          await auditPlatform(tx, { actor, action: 'blog-post.changed', subject: id, details, requestId })
          return after
        })
        .catch((error: unknown) => {
          throw store.isAddressTaken(error)
            ? fieldError('conflict', 'slug', 'Another post already has this URL')
            : error
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
  const [first] = Object.values(fields)
  if (first) throw new AppError('invalid', first, { fields })
}

/** True for a post that is published later. */
function isScheduled({ status, publishedAt }: store.DeskRow, now: Date): boolean {
  return status === 'published' && Date.parse(publishedAt ?? '') > now.getTime()
}

function publicationStateOf(
  { publishedAt }: store.DeskRow,
  to: BlogStatus,
  asked: string | undefined,
  now: Date,
): store.PostState {
  if (to === 'archived') return { status: to, publishedAt }
  if (to !== 'published') return { status: to }
  const time = publicationTime(asked === undefined ? null : new Date(asked), now)
  if (!time) {
    throw fieldError('invalid', 'publishedAt', 'Choose a time within the next two years')
  }
  return { status: to, publishedAt: time.at, scheduledFor: time.isScheduled ? time.at : null }
}
