import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'

import { ApiError } from '#web/lib/api-error.ts'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadErrorState } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { postQuery } from './blog-desk-queries.ts'
import { PostEditor } from './post-editor.tsx'

export const meta = privatePage('Edit post')

const POLL_MS = 3_000

/** The editor page of one post. */
export default function DeskPostPage() {
  const { id = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery({
    ...postQuery(id),
    // Polls while the queue is writing the post.
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
        // Remounts when the post is written, so that the form starts with its text.
        <PostEditor key={`${data.id} ${data.status === 'generating'}`} post={data} />
      ) : (
        <>
          <h1 id="desk-post-heading" className="sr-only">
            Edit post
          </h1>
          {error && !isFetching ? (
            <Failed error={error} refetch={refetch} />
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

function Failed({ error, refetch }: { error: Error; refetch: () => unknown }) {
  const isAbsent = error instanceof ApiError && (error.status === 404 || error.status === 400)
  if (!isAbsent) return <LoadErrorState query={{ error, refetch }} title="We couldn't load the post" />
  return (
    <EmptyState
      title="Post not found"
      description="There's no post at this URL."
      actions={
        <Button asChild>
          <Link to={urls.blogAdmin}>Back to Blog Manager</Link>
        </Button>
      }
    />
  )
}
