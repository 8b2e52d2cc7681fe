import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { LoadFailed } from '#web/features/admin/list-frame.tsx'
import { ApiError } from '#web/lib/api-error.ts'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { postQuery } from './blog-desk-queries.ts'
import { PostEditor } from './post-editor.tsx'

export const meta = privatePage('Edit post')

const POLL_MS = 3_000

/** One post of the desk: its text, what it scores, and in which state it is. */
export default function DeskPostPage() {
  const { id = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery({
    ...postQuery(id),
    // Written by the queue, it changes without anybody's doing.
    refetchInterval: ({ state }) => (state.data?.status === 'generating' ? POLL_MS : false),
  })
  return (
    <section aria-labelledby="desk-post-heading" className="max-w-6xl">
      <Link
        to={urls.blogAdmin}
        className="-ml-1 inline-flex min-h-6 items-center gap-1 rounded-sm text-[13px] text-muted hover:text-text max-md:min-h-11"
      >
        <ChevronLeft aria-hidden className="size-4" />
        Blog Manager
      </Link>
      {data ? (
        // Anew once it is written: nobody has typed anything before.
        <PostEditor key={`${data.id} ${data.status === 'generating'}`} post={data} />
      ) : (
        <>
          <h1 id="desk-post-heading" className="sr-only">
            Edit post
          </h1>
          {error && !isFetching ? (
            <Failed error={error} onRetry={() => void refetch()} />
          ) : (
            <div role="status" aria-busy="true" aria-label="Loading" className="mt-3 grid gap-3">
              <Skeleton className="h-9 w-2/3" />
              <Skeleton className="h-96 w-full" />
            </div>
          )}
        </>
      )}
    </section>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isAbsent = error instanceof ApiError && (error.status === 404 || error.status === 400)
  if (!isAbsent) return <LoadFailed what="The post" error={error} onRetry={onRetry} />
  return (
    <EmptyState
      title="Post not found"
      description="There is no post at this address."
      actions={
        <Button asChild>
          <Link to={urls.blogAdmin}>Back to Blog Manager</Link>
        </Button>
      }
    />
  )
}
