import type { BlogCategory, BlogPostCard } from '#contract/blog.ts'
import { urls } from '#web/lib/urls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats the UTC day, for example `November 10, 2026`. */
export function formatLongDay(iso: string): string {
  const time = Date.parse(iso)
  return Number.isNaN(time) ? iso : dayFormat.format(time)
}

/** Category colors, the same as on the posts' social cards. */
const HUES: Readonly<Record<BlogCategory, string>> = {
  'Real Estate Marketing': 'var(--color-cat-divorce)',
  'Real Estate Data': 'var(--color-cat-downsizing)',
  'Lead Generation': 'var(--color-cat-diapers)',
  '9D Framework': 'var(--color-cat-death)',
  'Market Analysis': 'var(--color-cat-debt)',
}

export function categoryHue(category: BlogCategory): string {
  return HUES[category]
}

/** Publication date (creation date before publication) and reading time. */
export function PostFacts({ post, className }: { post: BlogPostCard; className?: string }) {
  const date = post.publishedAt ?? post.createdAt
  return (
    <p className={cx('flex flex-wrap gap-x-2 text-sm text-dim', className)}>
      <time dateTime={date}>{formatLongDay(date)}</time>
      <span aria-hidden>·</span>
      <span>{post.readingTime} min read</span>
    </p>
  )
}

const MAX_KEYWORDS = 5

interface PostCardProps {
  post: BlogPostCard
  /** Spans the whole width of the list. */
  isLarge?: boolean
}

/** Post in a list; the whole card is a link. */
export function PostCard({ post, isLarge }: PostCardProps) {
  const excerpt = post.excerpt ?? post.metaDescription
  return (
    <Card
      interactive
      className={cx(
        'flex h-full flex-col p-6',
        isLarge && 'gap-x-16 sm:p-10 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]',
      )}
    >
      <div>
        <p className="flex items-center gap-2 text-sm text-muted">
          <span
            aria-hidden
            className="size-2 rounded-full"
            style={{ background: categoryHue(post.category) }}
          />
          {post.category}
        </p>
        <h3
          className={cx(
            'mt-3',
            isLarge ? 'text-2xl leading-[1.15] tracking-[-0.025em] sm:text-4xl' : 'text-lg leading-snug',
          )}
        >
          <a
            href={urls.post(post.slug)}
            data-waits="post"
            className="after:absolute after:inset-0 after:rounded-lg"
          >
            {post.title}
          </a>
        </h3>
      </div>
      <div className={cx('mt-3 flex grow flex-col', isLarge && 'lg:mt-9')}>
        {excerpt && <p className={cx('text-muted', isLarge ? 'sm:text-lg' : 'line-clamp-4')}>{excerpt}</p>}
        {post.keywords.length > 0 && (
          <ul aria-label="Keywords" className="mt-5 flex flex-wrap gap-1.5">
            {post.keywords.slice(0, MAX_KEYWORDS).map((keyword) => (
              <li key={keyword} className="flex max-w-full">
                <Badge>{keyword}</Badge>
              </li>
            ))}
          </ul>
        )}
        <PostFacts post={post} className="mt-auto pt-5" />
      </div>
    </Card>
  )
}
