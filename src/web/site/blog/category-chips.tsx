import { BLOG_CATEGORIES, type BlogCategory } from '#domain/blog/categories.ts'
import { cx } from '#web/ui/class-names.ts'
import { blogUrl } from './blog-url.ts'
import { categoryHue } from './post-facts.tsx'

const CHIP =
  'inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm font-medium transition-colors'

/** Links to all posts and to each category. `current` is null for all, undefined for an unknown category. */
export function CategoryChips({ current }: { current: BlogCategory | null | undefined }) {
  return (
    <nav aria-label="Categories">
      <ul className="flex flex-wrap gap-2">
        {[null, ...BLOG_CATEGORIES].map((category) => (
          <li key={category}>
            <a
              href={blogUrl({ category })}
              aria-current={category === current ? 'page' : undefined}
              className={cx(
                CHIP,
                category === current
                  ? 'border-text bg-text text-page'
                  : 'border-line-strong text-muted hover:bg-raised hover:text-text',
              )}
            >
              {category && category !== current && (
                <span
                  aria-hidden
                  className="size-2 rounded-full"
                  style={{ background: categoryHue(category) }}
                />
              )}
              {category ?? 'All'}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
