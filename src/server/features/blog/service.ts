import {
  BLOG_PAGE_SIZE,
  type BlogCategory,
  type BlogHeading,
  type BlogLink,
  type BlogPost,
  type BlogPostCard,
} from '#contract/blog.ts'
import type { Article } from '#domain/blog/article.ts'
import { measureText } from '#domain/blog/measure-text.ts'
import { isSlug } from '#domain/blog/slug.ts'
import { completePostData } from '#domain/blog/structured-data.ts'
import { siteFacts } from '#domain/site/fill-in.ts'
import { BoundedMap } from '#server/platform/bounded-map.ts'
import { addHeadingIds, sanitizeArticle } from '#server/platform/content/article-html.ts'
import { readArticles } from '#server/platform/content/articles.ts'
import { articleHtml } from '#server/platform/content/markdown.ts'
import { BY_TIME, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { CardSubject } from './service/draw-card.ts'
import { type Feed, feedOf } from './service/feed.ts'
import { securityTextOf } from './service/site-files.ts'
import type { NewPost } from './store.ts'
import * as store from './store.ts'

const MAX_RELATED = 3
const MAX_FEED_POSTS = 50
/** A sitemap holds up to 50,000 URLs; this leaves space for the other pages. */
const MAX_SITEMAP_POSTS = 49_000

/** A post with the parts of its page. `previous` was published before it, `next` after it. */
export type PostPage = {
  post: BlogPost
  headings: readonly BlogHeading[]
  related: readonly BlogPostCard[]
  previous: BlogLink | null
  next: BlogLink | null
}

/** Updates the articles shipped with the product to the current brand and edition. */
export const RENEW_SHIPPED_JOB = 'renew-shipped-posts'

/**
 * The public side of the blog. Returns only published posts whose publication time has passed, as if no others existed.
 */
export function blogService({ db, clock, appUrl, site }: Pick<Platform, 'db' | 'clock' | 'appUrl' | 'site'>) {
  const { brand } = site
  const drawCard = createCardCache(brand.name)
  const toCard = ({ exactAt: _, ...row }: store.StoredCard & { exactAt?: string }): BlogPostCard => ({
    ...row,
    authorName: row.authorName ?? brand.team,
  })
  const toPublicPost = (row: store.StoredPost): { post: BlogPost; headings: BlogHeading[] } => {
    const { html, headings } = addHeadingIds(sanitizeArticle(row.content, appUrl))
    const postWithAuthor = { ...row, authorName: row.authorName ?? brand.team }
    const instance = { appUrl, brandName: brand.name, teamName: brand.team }
    const metadata = row.metadata && completePostData(row.metadata, postWithAuthor, instance)
    return { post: { ...postWithAuthor, content: html, metadata }, headings }
  }
  const findPost = async (slug: string) =>
    isSlug(slug) ? store.findPublic(db, clock.now(), slug) : undefined

  return {
    /** One numbered page of the public list, newest first; `page` starts at 1. */
    async list({ category, page }: { category?: BlogCategory | undefined; page: number }) {
      const now = clock.now()
      const [total, posts] = await Promise.all([
        store.countPublic(db, now, category),
        store.listPublic(db, now, {
          category,
          skip: (toPageNumber(page) - 1) * BLOG_PAGE_SIZE,
          limit: BLOG_PAGE_SIZE,
        }),
      ])
      return { posts: posts.map(toCard), total, pages: Math.max(1, Math.ceil(total / BLOG_PAGE_SIZE)) }
    },

    /**
     * The public list by cursor, newest first.
     *
     * @throws {AppError} invalid for a malformed cursor
     */
    async browse({ category, ...query }: PageQuery & { category?: BlogCategory | undefined }) {
      const now = clock.now()
      const [total, { items, next }] = await Promise.all([
        store.countPublic(db, now, category),
        readPage(BY_TIME, query, (range) => store.listPublic(db, now, { category, ...range })),
      ])
      return { items: items.map(toCard), next, total }
    },

    /** A public post with related and neighboring ones; null if it doesn't exist. */
    async post(slug: string): Promise<PostPage | null> {
      const now = clock.now()
      const row = await findPost(slug)
      if (!row) return null
      const [related, neighbors] = await Promise.all([
        store.listRelated(db, now, row, MAX_RELATED),
        store.listNeighbors(db, now, row.id),
      ])
      const neighborOf = (isNewer: boolean) => neighbors.find((each) => each.isNewer === isNewer) ?? null
      return {
        ...toPublicPost(row),
        related: related.map(toCard),
        previous: neighborOf(false),
        next: neighborOf(true),
      }
    },

    /** Public posts published after a moment (ISO 8601), oldest first, without shipped ones. */
    listPublishedSince: (since: string) => store.listPublishedSince(db, clock.now(), since),

    /** Slugs and times of the public posts, newest first. */
    listSitemapEntries: () => store.listSitemapEntries(db, clock.now(), MAX_SITEMAP_POSTS),

    /** Contact for security reports, as security.txt. */
    securityText: (): string =>
      securityTextOf(appUrl, { mailbox: site.mailboxes.security, now: clock.now() }),

    /** The newest posts as an Atom feed. */
    async renderFeed(): Promise<Feed> {
      const posts = await store.listPublic(db, clock.now(), { limit: MAX_FEED_POSTS })
      return feedOf(posts.map(toCard), { appUrl, brand })
    },

    /** Link picture of a public post, PNG; null if the post doesn't exist. */
    async card(slug: string): Promise<Buffer | null> {
      const row = await findPost(slug)
      return row ? drawCard({ title: row.title, label: row.category }) : null
    },

    /** Link picture of all other pages, PNG. */
    siteCard: (): Promise<Buffer> => drawCard({ title: brand.tagline, label: null }),

    /** True if the shipped articles were ever added. */
    hasShipped: (): Promise<boolean> => store.hasShipped(db),

    /**
     * Adds shipped articles that were never added, and updates unedited ones to the current brand and edition.
     *
     * @returns how many were added or updated
     * @throws Error with the name of an unreadable article
     */
    addShipped: (): Promise<number> =>
      store.addShipped(
        db,
        readArticles(siteFacts(site)).map((article) => toNewPost(article, appUrl)),
        clock.now(),
      ),
  }
}
export type BlogService = ReturnType<typeof blogService>

function toPageNumber(page: number): number {
  return Number.isSafeInteger(page) && page >= 1 ? Math.min(page, 100_000) : 1
}

/** Converts a shipped article to a post. */
function toNewPost(article: Article, appUrl: string): NewPost {
  const { title, slug, category, description, excerpt } = article
  const text = {
    ...{ title, slug, category, excerpt, metaDescription: description },
    content: articleHtml(article.body, appUrl),
    keywords: [...article.keywords],
  }
  return {
    ...text,
    ...measureText(text),
    // Noon in UTC is the same date in all of America.
    publishedAt: `${article.published}T12:00:00.000Z`,
  }
}

/** Cached cards, about 40 KiB each; the least recently used is dropped first. */
const MAX_CACHED_CARDS = 300

/**
 * Draws each card once, and one at a time, because drawing takes a quarter of a second of processor time. The drawing
 * code is loaded with the first card.
 */
function createCardCache(brandName: string): (subject: Omit<CardSubject, 'brandName'>) => Promise<Buffer> {
  const cards = new BoundedMap<string, Promise<Buffer>>(MAX_CACHED_CARDS)
  let previousDrawing: Promise<unknown> = Promise.resolve()

  const draw = (subject: CardSubject): Promise<Buffer> => {
    const drawing = previousDrawing.then(async () =>
      (await import('./service/draw-card.ts')).drawCard(subject),
    )
    previousDrawing = drawing.catch(() => {}) // the caller gets the error from `drawing`
    return drawing
  }
  return ({ title, label }) => {
    const key = JSON.stringify([title, label])
    const card = cards.get(key) ?? draw({ title, label, brandName })
    cards.set(key, card)
    card.catch(() => cards.delete(key))
    return card
  }
}
