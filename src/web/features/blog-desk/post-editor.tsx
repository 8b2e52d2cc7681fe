import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DeskPost } from '#contract/blog-desk.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  isPublic,
  type PostStatus,
  statusActionLabel,
  statusToastText,
  statusToastTitle,
} from './blog-desk-texts.ts'
import { PostBadges, ViewLink } from './post-card.tsx'
import { PostFields } from './post-fields.tsx'
import { usePostForm } from './post-form.ts'
import { ReviewNotice } from './review-notice.tsx'
import { SeoCard } from './seo-card.tsx'

const PublishDialog = lazy(async () => ({ default: (await import('./publish-dialog.tsx')).PublishDialog }))

/** The editor of a post. Every status change also saves the edits. */
export function PostEditor({ post }: { post: DeskPost }) {
  const [params, setParams] = useSearchParams()
  const [publishing, setPublishing] = useState(false)
  const state = usePostForm(post)
  const isWritten = post.status !== 'generating'
  const act = async (status: Exclude<PostStatus, 'generating'>, publishedAt?: string) => {
    const saved = await state.save({ status, ...(publishedAt ? { publishedAt } : {}) })
    setPublishing(false)
    if (!saved) return
    toast({ title: statusToastTitle(saved.post), description: statusToastText(saved.post) })
  }
  return (
    <>
      <PostHead post={post} saving={state.saving} onPublish={() => setPublishing(true)} onStatus={act} />
      {!isWritten && (
        <p role="status" className="mt-4 flex items-center gap-2 text-sm text-muted">
          <Spinner />
          We're writing this post. You can edit it when it's done.
        </p>
      )}
      <ReviewNotice review={post.review} />
      {isWritten && (
        <div className="mt-4 grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <PostFields
            post={post}
            state={state}
            view={params.get('view') === 'preview' ? 'preview' : 'html'}
            onView={(view) => setParams(view === 'preview' ? { view } : {}, { replace: true })}
          />
          <SeoCard post={post} stale={state.isDirty} />
        </div>
      )}
      <Suspense fallback={null}>
        {publishing && (
          <PublishDialog
            post={post}
            unsaved={state.isDirty}
            pending={state.saving}
            onClose={() => setPublishing(false)}
            onPublish={(at) => void act('published', at)}
          />
        )}
      </Suspense>
    </>
  )
}

interface PostHeadProps {
  post: DeskPost
  saving: boolean
  onPublish: () => void
  onStatus: (status: Exclude<PostStatus, 'generating'>) => Promise<void>
}

function PostHead({ post, saving, onPublish, onStatus }: PostHeadProps) {
  return (
    <div className="mt-1 flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="mr-auto min-w-0 flex-1 basis-80">
        <h1 id="desk-post-heading" className="text-xl text-pretty wrap-anywhere">
          {post.title || 'Untitled'}
        </h1>
        <div className="mt-1.5 flex flex-wrap items-center gap-2">
          <PostBadges post={post} />
          <span className="text-[13px] text-dim">{post.readingTime} min read</span>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
        {isPublic(post) && <ViewLink post={post} />}
        {post.nextStatuses.map((status) =>
          status === 'generating' ? null : (
            <Button
              key={status}
              size="sm"
              className="max-md:h-11"
              disabled={saving}
              onClick={() => (status === 'published' ? onPublish() : void onStatus(status))}
            >
              {statusActionLabel(post, status)}
            </Button>
          ),
        )}
      </div>
    </div>
  )
}
