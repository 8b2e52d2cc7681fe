import type { BlogCategory, BlogPostCard } from '#contract/blog.ts'
import { cx } from '#web/ui/class-names.ts'
import { longDay } from './post-date.ts'

/** Category colors, the same as on the posts' social cards. */
const HUES: Readonly<Record<BlogCategory, string>> = {
  'Real Estate Marketing': 'var(--cat-divorce)',
  'Real Estate Data': 'var(--cat-downsizing)',
  'Lead Generation': 'var(--cat-diapers)',
  '9D Framework': 'var(--cat-death)',
  'Market Analysis': 'var(--cat-debt)',
}

export function categoryHue(category: BlogCategory): string {
  return HUES[category]
}

/** Publication date (creation date before publication) and reading time. */
export function PostFacts({ post, className }: { post: BlogPostCard; className?: string }) {
  const date = post.publishedAt ?? post.createdAt
  return (
    <p className={cx('flex flex-wrap gap-x-2 text-sm text-dim', className)}>
      <time dateTime={date}>{longDay(date)}</time>
      <span aria-hidden>·</span>
      <span>{post.readingTime} min read</span>
    </p>
  )
}
