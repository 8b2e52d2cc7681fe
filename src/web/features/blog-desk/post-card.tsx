import { Clock, ExternalLink } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import type { DeskPostCard } from '#contract/blog-desk.ts'
import { formatMoment } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { MAX_CARD_KEYWORDS, STATUS_LABELS, STATUS_TONES } from './blog-desk-texts.ts'
import { deskPostUrl } from './desk-address.ts'

interface PostCardProps {
  post: DeskPostCard
  publishing: boolean
  onPublish: () => void
}

/** A post on the desk; its title links to the editor. */
export function PostCard({ post, publishing, onPublish }: PostCardProps) {
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
            <Link to={deskPostUrl(post.id)} className="rounded-sm hover:underline">
              {post.title || 'Untitled'}
            </Link>
          </h2>
          {excerpt && <p className="mt-1 line-clamp-2 text-sm text-muted wrap-anywhere">{excerpt}</p>}
          <Keywords keywords={post.keywords} />
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          {post.status === 'ready' && (
            <Button
              size="sm"
              variant="primary"
              className="max-md:h-11"
              aria-describedby={titleId}
              pending={publishing}
              pendingLabel="Publishing..."
              onClick={onPublish}
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
      <Badge tone={STATUS_TONES[post.status]}>{STATUS_LABELS[post.status]}</Badge>
      {post.isScheduled && post.publishedAt && (
        <Badge icon={<Clock aria-hidden />}>From {formatMoment(post.publishedAt)}</Badge>
      )}
      {post.needsReview && <Badge tone="orange">Needs review</Badge>}
    </>
  )
}

export function Keywords({ keywords }: { keywords: readonly string[] }) {
  if (keywords.length === 0) return null
  return (
    <ul aria-label="Keywords" className="mt-2.5 flex flex-wrap gap-1.5">
      {keywords.slice(0, MAX_CARD_KEYWORDS).map((keyword) => (
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
    <Button asChild size="sm" className="max-md:h-11">
      <a href={urls.post(post.slug)} target="_blank" rel="noreferrer" aria-describedby={titleId}>
        <ExternalLink aria-hidden />
        View
      </a>
    </Button>
  )
}
