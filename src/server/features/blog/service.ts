import {
  BLOG_PAGE_SIZE,
  type BlogCategory,
  type BlogHeading,
  type BlogLink,
  type BlogPost,
  type BlogPostCard,
} from '#contract/blog.ts'
import { isSlug } from '#domain/blog/slug.ts'
import { completePostData } from '#domain/blog/structured-data.ts'
import { siteFacts } from '#domain/site/fill-in.ts'
import { addHeadingIds, sanitiseArticle } from '#server/platform/content/article-html.ts'
import { readArticles } from '#server/platform/content/articles.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createCards } from './service/cards.ts'
import { cursorKeyOf, cursorOf } from './service/cursor.ts'
import { type Feed, feedOf } from './service/feed.ts'
import { shippedPost } from './service/shipped-post.ts'
import { securityTextOf } from './service/site-files.ts'
import * as store from './store.ts'

const MAX_RELATED = 3
const MAX_FEED_POSTS = 50
/** The most addresses that one sitemap may hold, less those of the other pages. */
const MAX_SITEMAP_POSTS = 49_000

/** A post as its page shows it. `previous` was published before it, `next` after it. */
export type PostPage = {
  post: BlogPost
  headings: readonly BlogHeading[]
  related: readonly BlogPostCard[]
  previous: BlogLink | null
  next: BlogLink | null
}

/** Brings articles that came with the product to the present brand and edition. */
export const RENEW_SHIPPED_JOB = 'renew-shipped-posts'

/**
 * The public side of the blog. Everything it gives away was published and its time has come; other posts are as if
 * they did not exist.
 */
export function blogService({ db, clock, appUrl, site }: Pick<Platform, 'db' | 'clock' | 'appUrl' | 'site'>) {
  const { brand } = site
  const drawCard = createCards(brand.name)
  const card = ({ place: _, ...stored }: store.StoredCard & { place?: string }): BlogPostCard => ({
    ...stored,
    authorName: stored.authorName ?? brand.team,
  })
  const shown = (stored: store.StoredPost): { post: BlogPost; headings: BlogHeading[] } => {
    const { html, headings } = addHeadingIds(sanitiseArticle(stored.content, appUrl))
    const named = { ...stored, authorName: stored.authorName ?? brand.team }
    const instance = { appUrl, brandName: brand.name, teamName: brand.team }
    const metadata = stored.metadata && completePostData(stored.metadata, named, instance)
    return { post: { ...named, content: html, metadata }, headings }
  }
  const find = async (slug: string) => (isSlug(slug) ? store.findPublic(db, clock.now(), slug) : undefined)

  return {
    /** One numbered page of the public list, newest first; `page` counts from 1. */
    async list({ category, page }: { category?: BlogCategory | undefined; page: number }) {
      const now = clock.now()
      const [total, posts] = await Promise.all([
        store.countPublic(db, now, category),
        store.listPublic(db, now, {
          category,
          skip: (pageNumber(page) - 1) * BLOG_PAGE_SIZE,
          limit: BLOG_PAGE_SIZE,
        }),
      ])
      return { posts: posts.map(card), total, pages: Math.max(1, Math.ceil(total / BLOG_PAGE_SIZE)) }
    },

    /**
     * The same list by cursor.
     *
     * @throws {AppError} invalid for a cursor that we never gave
     */
    async browse(query: { category?: BlogCategory | undefined; limit: number; cursor?: string | undefined }) {
      const { category, limit } = query
      const now = clock.now()
      const after = cursorKeyOf(query.cursor)
      const [total, found] = await Promise.all([
        store.countPublic(db, now, category),
        store.listPublic(db, now, { category, after, limit: limit + 1 }),
      ])
      const posts = found.slice(0, limit)
      const last = posts.at(-1)
      const nextCursor = last && found.length > limit ? cursorOf([last.place, last.id]) : null
      return { posts: posts.map(card), total, nextCursor }
    },

    /** A public post with what leads on from it; null where there is none of this address. */
    async post(slug: string): Promise<PostPage | null> {
      const now = clock.now()
      const found = await find(slug)
      if (!found) return null
      const [related, neighbours] = await Promise.all([
        store.listRelated(db, now, found, MAX_RELATED),
        store.listNeighbors(db, now, found.id),
      ])
      const linkTo = (isNewer: boolean): BlogLink | null => {
        const neighbour = neighbours.find((each) => each.isNewer === isNewer)
        return neighbour ? { title: neighbour.title, slug: neighbour.slug } : null
      }
      return { ...shown(found), related: related.map(card), previous: linkTo(false), next: linkTo(true) }
    },

    /** Public posts published after a moment (ISO 8601), oldest first, without those that came with the product. */
    async publishedSince(since: string) {
      const news = await store.listPublishedSince(db, clock.now(), since)
      return news.map(({ title, slug, excerpt, metaDescription, publishedAt }) => {
        return { title, slug, excerpt: excerpt ?? metaDescription ?? '', publishedAt }
      })
    },

    /** Where the public posts are, newest first. */
    sitemapEntries: () => store.listAddresses(db, clock.now(), MAX_SITEMAP_POSTS),

    /** Where and how weaknesses are reported. */
    securityText: (): string =>
      securityTextOf(appUrl, { mailbox: site.mailboxes.security, now: clock.now() }),

    /** The newest posts as an Atom feed. */
    async feed(): Promise<Feed> {
      const posts = await store.listPublic(db, clock.now(), { limit: MAX_FEED_POSTS })
      return feedOf(posts.map(card), { appUrl, brand })
    },

    /** The picture that stands for a public post where it is linked, PNG; null where there is no such post. */
    async card(slug: string): Promise<Buffer | null> {
      const found = await find(slug)
      return found ? drawCard({ title: found.title, label: found.category }) : null
    },

    /** The same for every other page. */
    siteCard: (): Promise<Buffer> => drawCard({ title: brand.tagline, label: null }),

    /** Whether the blog was ever filled with what came with the product. */
    hasShipped: (): Promise<boolean> => store.hasShipped(db),

    /**
     * Adds the articles that came with the product and were never here, and brings those that nobody changed to the
     * present brand and edition.
     *
     * @returns how many were added or changed
     * @throws Error naming an article that cannot be read
     */
    addShipped: (): Promise<number> =>
      store.addShipped(
        db,
        readArticles(siteFacts(site)).map((article) => shippedPost(article, appUrl)),
        clock.now(),
      ),
  }
}
export type BlogService = ReturnType<typeof blogService>

function pageNumber(page: number): number {
  return Number.isSafeInteger(page) && page >= 1 ? Math.min(page, 100_000) : 1
}
