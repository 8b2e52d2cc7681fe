import { useInfiniteQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { BLOG_STATUSES } from '#domain/blog/categories.ts'
import { capitalize } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form.tsx'
import { PagedItems } from '#web/ui/loaded.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { postPages } from './blog-desk-queries.ts'
import type { useGenerate } from './generation-queries.ts'
import { PostCard } from './post-card.tsx'

const STATUSES = BLOG_STATUSES.map((value) => ({ value, label: capitalize(value) }))

/** The posts, the last changed first, filtered by status. */
export function PostsTab({ generate }: { generate: ReturnType<typeof useGenerate> }) {
  const [params, setParams] = useSearchParams()
  const status = BLOG_STATUSES.find((each) => each === params.get('status')) ?? null
  const list = useInfiniteQuery(postPages(status))
  const show = (next: string) => setParams(next ? { status: next } : {}, { replace: true })
  const empty = status ? (
    <EmptyState
      icon={<FileText />}
      title="No posts with this status"
      description="There are posts with other statuses."
      actions={<Button onClick={() => show('')}>Show all</Button>}
    />
  ) : (
    <EmptyState
      icon={<FileText />}
      title="No blog posts yet"
      description="Generate the first one from the next topic. Nothing goes live until you publish it."
      actions={
        <Button
          variant="primary"
          pending={generate.isPending}
          pendingLabel="Generating..."
          onClick={() => generate.start({})}
        >
          Generate First Post
        </Button>
      }
    />
  )
  return (
    <>
      <Select
        aria-label="Post status"
        className="mb-3 w-44 max-sm:w-full"
        placeholder="All posts"
        options={STATUSES}
        value={status ?? ''}
        onValue={show}
      />
      <PagedItems list={list} what="the posts" label="Posts" className="grid gap-2" empty={empty}>
        {(post) => <PostCard post={post} />}
      </PagedItems>
    </>
  )
}
