import { Download, SearchX, TriangleAlert, Upload, UserPlus, Users } from 'lucide-react'
import { useBrand } from '#web/lib/brand.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

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

function TemplateLink() {
  return (
    <Button asChild>
      <a href="/contact_template.csv" download="contact_template.csv">
        <Download aria-hidden />
        Download Template
      </a>
    </Button>
  )
}

/** An organization without contacts. */
export function Welcome({ onAdd, onImport }: { onAdd: () => void; onImport: () => void }) {
  const { name } = useBrand()
  return (
    <EmptyState
      icon={<Users />}
      className="sm:max-w-xl"
      title={`Welcome to ${name}`}
      description="Import your contacts. We'll verify them and show who's most likely to move."
      actions={
        <>
          <Button variant="primary" onClick={onAdd}>
            <UserPlus aria-hidden />
            Add Your First Contact
          </Button>
          <Button onClick={onImport}>
            <Upload aria-hidden />
            Import a file
          </Button>
          <TemplateLink />
        </>
      }
    />
  )
}

/** A search or filter without results. */
export function NothingFound({ what, onClear }: { what: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="No contacts found"
      description={`No contact matches ${what}.`}
      actions={<Button onClick={onClear}>Clear search and filters</Button>}
    />
  )
}

export function ContactsFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert />}
        title="We couldn't load the contacts"
        description={message}
        actions={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  )
}

/** A failure above or below cards that are still shown. */
export function RetryLine(props: { title: string; message: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="my-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-3.5 py-2.5"
    >
      <p className="min-w-0 flex-1 basis-60 text-[13px] text-muted">
        <span className="font-medium text-text">{props.title}</span> {props.message}
      </p>
      <Button size="sm" onClick={props.onRetry}>
        Try again
      </Button>
    </div>
  )
}
