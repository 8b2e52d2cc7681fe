import type { DeskPostCard, QueueEntry } from '#contract/blog-desk.ts'
import type { BadgeProps } from '#web/ui/badge.tsx'

export type PostStatus = DeskPostCard['status']
type PostState = Pick<DeskPostCard, 'status' | 'isScheduled'>

/** Gray for draft, yellow for generating, blue for ready, green for published. */
export const STATUS_TONES: Record<PostStatus, NonNullable<BadgeProps['tone']>> = {
  draft: 'neutral',
  generating: 'yellow',
  ready: 'blue',
  published: 'green',
  archived: 'neutral',
}

/** True if visitors can read the post. */
export function isPublic({ status, isScheduled }: PostState): boolean {
  return status === 'published' && !isScheduled
}

/** True while a generation is queued or running. */
export function isOpen(status: QueueEntry['status'] | undefined): boolean {
  return status === 'pending' || status === 'processing'
}

/** The button label for moving a post to another status. */
export function statusActionLabel(post: PostState, to: PostStatus): string {
  if (to === 'published') return 'Publish'
  if (to === 'archived') return 'Archive'
  if (to === 'draft') return post.status === 'archived' ? 'Restore as draft' : 'Back to draft'
  if (post.isScheduled) return 'Unschedule'
  if (post.status === 'published') return 'Unpublish'
  return post.status === 'archived' ? 'Restore as ready' : 'Mark as ready'
}

/** The toast title after a status change. */
export function statusToastTitle(post: PostState): string {
  if (post.isScheduled) return 'Post scheduled'
  const titles: Record<PostStatus, string> = {
    draft: 'Moved to drafts',
    generating: 'Writing post',
    ready: 'Post is ready',
    published: 'Post published',
    archived: 'Post archived',
  }
  return titles[post.status]
}

/** The toast text after a status change. */
export function statusToastText(post: PostState): string {
  if (isPublic(post)) return 'Blog post is now live'
  if (post.isScheduled) return 'It goes live automatically'
  if (post.status === 'archived') return 'Archived and removed from the site'
  return "It isn't on the site"
}
