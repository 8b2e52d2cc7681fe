import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { PageHandle } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { BackLink } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { postQuery } from './blog-desk-queries.ts'
import { PostEditor } from './post-editor.tsx'

export const meta = privatePage('Edit post')
export const handle: PageHandle = { needs: 'operator' }

const POLL_MS = 3_000

/** The editor page of one post. */
export default function DeskPostPage() {
  const { id = '' } = useParams()
  const query = useQuery({
    ...postQuery(id),
    // Polls while the queue is writing the post.
    refetchInterval: ({ state }) => (state.data?.status === 'generating' ? POLL_MS : false),
  })
  const absent = (
    <EmptyState
      title="Post not found"
      description="There's no post at this URL."
      actions={<ButtonLink to={urls.blogAdmin}>Back to Blog Manager</ButtonLink>}
    />
  )
  return (
    <section aria-labelledby="desk-post-heading" className="max-w-6xl px-4 pt-4 pb-20 sm:px-5">
      <BackLink label="Blog Manager" to={urls.blogAdmin} />
      {!query.data && (
        <h1 id="desk-post-heading" className="sr-only">
          Edit post
        </h1>
      )}
      <Loaded
        query={query}
        failure="We couldn't load the post"
        notFound={absent}
        pending={<Skeletons className="mt-3 gap-3" rows={['h-9 w-2/3', 'h-96 w-full']} />}
      >
        {/* Remounts when the post is written, so that the form starts with its text. */}
        {(post) => <PostEditor key={`${post.id} ${post.status === 'generating'}`} post={post} />}
      </Loaded>
    </section>
  )
}
