import { Skeleton } from '#web/ui/skeleton.tsx'

const LINES = ['w-full', 'w-5/6', 'w-3/4', 'w-full', 'w-2/3', 'w-4/5', 'w-full', 'w-1/2']

/** Placeholder for the tabs and the first tab's content while the contact loads. */
export function DrawerSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading contact">
      <div className="flex h-10 items-center gap-5 border-b border-line">
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} className="h-4 w-16" />
        ))}
      </div>
      <div className="mt-5 grid gap-4">
        {LINES.map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture
          <Skeleton key={index} className={`h-4 ${width}`} />
        ))}
      </div>
    </div>
  )
}
