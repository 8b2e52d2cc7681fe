import type { BlogHeading } from '#contract/blog.ts'
import { cx } from '#web/ui/class-names.ts'

/** Table of contents beside a post on wide screens; omitted for fewer than two headings. */
export function TableOfContents({ headings }: { headings: readonly BlogHeading[] }) {
  const parts = headings.filter(({ level }) => level < 4)
  if (parts.length < 2) return null
  return (
    <nav aria-labelledby="contents-heading" className="max-lg:hidden">
      <div className="sticky top-24 max-h-[calc(100dvh-8rem)] overflow-y-auto border-l border-line pl-5">
        <h2 id="contents-heading" className="text-sm font-medium">
          On this page
        </h2>
        <ol className="mt-3 grid gap-1">
          {parts.map(({ id, text, level }) => (
            <li key={id} className={cx(level === 3 && 'pl-3')}>
              <a href={`#${id}`} className="block py-1 text-sm leading-snug text-muted hover:text-text">
                {text}
              </a>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  )
}
