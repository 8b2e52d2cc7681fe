import { Skeleton } from '#web/ui/states.tsx'

const LINES = [
  { id: 'first', width: 'w-full' },
  { id: 'second', width: 'w-full' },
  { id: 'third', width: 'w-11/12' },
  { id: 'fourth', width: 'w-2/3' },
] as const
const PARAGRAPHS = ['first', 'second', 'third'] as const

/** Skeleton of a post, shown over the page while a clicked post loads. The page below keeps its state for "back". */
export function PostSkeleton() {
  return (
    <div
      id="waiting-for-post"
      hidden
      className="fixed inset-x-0 top-16 bottom-0 z-30 overflow-hidden bg-page"
    >
      <p role="status" className="sr-only">
        Loading post
      </p>
      <div className="mx-auto grid max-w-7xl gap-5 px-4 pt-12 sm:px-6 sm:pt-16">
        <Skeleton className="h-5 w-28" />
        <Skeleton className="mt-4 h-6 w-80 max-w-full" />
        <Skeleton className="h-12 w-full max-w-3xl" />
        <Skeleton className="h-12 w-3/5 max-w-xl" />
        <Skeleton className="h-5 w-56" />
        {PARAGRAPHS.map((paragraph) => (
          <div key={paragraph} className="mt-6 grid max-w-2xl gap-3">
            {LINES.map(({ id, width }) => (
              <Skeleton key={id} className={`h-4 ${width}`} />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
