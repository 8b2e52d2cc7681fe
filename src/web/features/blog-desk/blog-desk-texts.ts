import type { DeskPostCard, QueueEntry } from '#contract/blog-desk.ts'
import type { BadgeProps } from '#web/ui/badge.tsx'

export type PostStatus = DeskPostCard['status']

/** Gray for draft, yellow for generating, blue for ready, green for published. */
export const STATUS_TONES: Record<PostStatus, NonNullable<BadgeProps['tone']>> = {
  draft: 'neutral',
  generating: 'yellow',
  ready: 'blue',
  published: 'green',
  archived: 'neutral',
}

export const STATUS_LABELS: Record<PostStatus, string> = {
  draft: 'Draft',
  generating: 'Generating',
  ready: 'Ready',
  published: 'Published',
  archived: 'Archived',
}

/** A card names the first few only. */
export const MAX_CARD_KEYWORDS = 5

/** Whether everybody can read the post. */
export function isPublic({ status, isScheduled }: Pick<DeskPostCard, 'status' | 'isScheduled'>): boolean {
  return status === 'published' && !isScheduled
}

/** Whether a generation waits or runs. */
export function isOpen(status: QueueEntry['status'] | undefined): boolean {
  return status === 'pending' || status === 'processing'
}

/** What putting a post into another state is called. */
export function statusActionLabel(
  post: Pick<DeskPostCard, 'status' | 'isScheduled'>,
  to: PostStatus,
): string {
  if (to === 'published') return 'Publish'
  if (to === 'archived') return 'Archive'
  if (to === 'draft') return post.status === 'archived' ? 'Restore as draft' : 'Back to draft'
  if (post.isScheduled) return 'Unschedule'
  if (post.status === 'published') return 'Unpublish'
  return post.status === 'archived' ? 'Restore as ready' : 'Mark as ready'
}

/** What has become of a post that was put into another state. */
export function statusToastTitle(post: Pick<DeskPostCard, 'status' | 'isScheduled'>): string {
  if (post.isScheduled) return 'Post scheduled'
  const titles: Record<PostStatus, string> = {
    draft: 'Post is a draft',
    generating: 'Post is being written',
    ready: 'Post is ready',
    published: 'Post published',
    archived: 'Post archived',
  }
  return titles[post.status]
}

/** What that means for its readers. */
export function statusToastText(post: Pick<DeskPostCard, 'status' | 'isScheduled'>): string {
  if (isPublic(post)) return 'Blog post is now live'
  if (post.isScheduled) return 'It goes live by itself'
  if (post.status === 'archived') return 'It is kept, and nobody can read it on the site'
  return 'It is not on the site'
}

/** The value of a time field for a moment, in the reader's own time zone: `2026-11-21T09:30`. */
export function toLocalTimeInput(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
