import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/states.tsx'

/** Six placeholder cards. */
export function ContactsSkeleton() {
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label="Loading contacts"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,300px),1fr))] gap-3"
    >
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Card key={key} className="px-3.5 pt-2.5 pb-3">
          <div className="flex gap-3">
            <Skeleton className="size-10 rounded-full!" />
            <div className="grid flex-1 content-start gap-2 pt-1">
              <Skeleton className="h-4 w-32" />
              <Skeleton className="h-3 w-20" />
            </div>
            <Skeleton className="h-7 w-9" />
          </div>
          <div className="mt-3 grid gap-2">
            <Skeleton className="h-3.5 w-4/5" />
            <Skeleton className="h-3.5 w-3/5" />
          </div>
          <div className="mt-3.5 flex gap-1.5">
            <Skeleton className="h-6 w-20" />
            <Skeleton className="h-6 w-16" />
          </div>
        </Card>
      ))}
    </div>
  )
}
