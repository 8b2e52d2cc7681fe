import { Clock, ExternalLink } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import type { DeskPostCard } from '#contract/blog-desk.ts'
import { capitalize, formatMoment } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import { toastLoadFailure, useChangePost } from './blog-desk-queries.ts'
import { STATUS_TONES } from './blog-desk-texts.ts'

/** A post on the desk; its title links to the editor. */
export function PostCard({ post }: { post: DeskPostCard }) {
  const change = useChangePost(post.id)
  const publish = () =>
    change.mutate(
      { status: 'published', publishedAt: new Date().toISOString() },
      {
        onSuccess: () => toast({ title: 'Post published', description: 'Blog post is now live' }),
        onError: toastLoadFailure("Couldn't publish"),
      },
    )
  const titleId = useId()
  const excerpt = post.excerpt ?? post.metaDescription
  return (
    <li>
      <Card className="flex flex-wrap items-start gap-x-6 gap-y-3 p-4">
        <div className="min-w-0 flex-1 basis-80">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
            <PostBadges post={post} />
            <span className="text-[13px] text-dim tabular-nums">
              {post.status !== 'generating' &&
                `SEO score ${post.seoScore}/100 · ${post.readingTime} min read · `}
              {post.category}
            </span>
          </div>
          <h2 id={titleId} className="mt-2 text-base font-medium wrap-anywhere">
            <Link to={urls.blogPost(post.id)} className="rounded-sm hover:underline">
              {post.title || 'Untitled'}
            </Link>
          </h2>
          {excerpt && <p className="mt-1 line-clamp-2 text-sm text-muted wrap-anywhere">{excerpt}</p>}
          <Keywords keywords={post.keywords} />
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          {post.status === 'ready' && (
            <Button
              size="row"
              variant="primary"
              aria-describedby={titleId}
              pending={change.isPending}
              pendingLabel="Publishing..."
              onClick={publish}
            >
              Publish
            </Button>
          )}
          <ViewLink post={post} titleId={titleId} />
        </div>
      </Card>
    </li>
  )
}

/** Status, schedule and review badges of a post. */
export function PostBadges({ post }: { post: DeskPostCard }) {
  return (
    <>
      <Badge tone={STATUS_TONES[post.status]}>{capitalize(post.status)}</Badge>
      {post.isScheduled && post.publishedAt && (
        <Badge icon={<Clock aria-hidden />}>Goes live {formatMoment(post.publishedAt)}</Badge>
      )}
      {post.needsReview && <Badge tone="orange">Needs review</Badge>}
    </>
  )
}

const MAX_KEYWORDS = 5

export function Keywords({ keywords }: { keywords: readonly string[] }) {
  if (keywords.length === 0) return null
  return (
    <ul aria-label="Keywords" className="mt-2.5 flex flex-wrap gap-1.5">
      {keywords.slice(0, MAX_KEYWORDS).map((keyword) => (
        <li key={keyword} className="flex max-w-full">
          <Badge>{keyword}</Badge>
        </li>
      ))}
    </ul>
  )
}

/** Opens the public page in a new tab. For an unpublished post, the server shows operators a preview there. */
export function ViewLink({ post, titleId }: { post: DeskPostCard; titleId?: string }) {
  if (post.status === 'generating') return null
  return (
    <Button asChild size="row">
      <a href={urls.post(post.slug)} target="_blank" rel="noreferrer" aria-describedby={titleId}>
        <ExternalLink aria-hidden />
        View
      </a>
    </Button>
  )
}
