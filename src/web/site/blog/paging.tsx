import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { type BlogListState, blogUrl } from './blog-url.ts'

/** Links to the previous and next page; renders nothing for a single page. */
export function Paging({ place: { category, page }, pages }: { place: BlogListState; pages: number }) {
  if (pages < 2) return null
  return (
    <nav
      aria-label="Pages"
      className="mt-12 flex items-center justify-between gap-4 border-t border-line pt-6"
    >
      <span className="flex flex-1">
        {page > 1 && (
          <Button asChild size="lg">
            <a href={blogUrl({ category, page: page - 1 })} rel="prev">
              <ArrowLeft aria-hidden />
              Newer
            </a>
          </Button>
        )}
      </span>
      <span className="text-sm text-muted">
        Page {page} of {pages}
      </span>
      <span className="flex flex-1 justify-end">
        {page < pages && (
          <Button asChild size="lg">
            <a href={blogUrl({ category, page: page + 1 })} rel="next">
              Older
              <ArrowRight aria-hidden />
            </a>
          </Button>
        )}
      </span>
    </nav>
  )
}
