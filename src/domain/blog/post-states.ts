import type { BLOG_STATUSES } from './categories.ts'

export type BlogStatus = (typeof BLOG_STATUSES)[number]

/** Status changes a person may make. Only the queue sets and clears `generating`. */
const TRANSITIONS: Readonly<Record<BlogStatus, readonly BlogStatus[]>> = {
  draft: ['ready', 'archived'],
  generating: [],
  ready: ['published', 'draft', 'archived'],
  published: ['ready', 'archived'],
  archived: ['ready', 'draft'],
}

export function nextStatuses(status: BlogStatus): readonly BlogStatus[] {
  return TRANSITIONS[status]
}

/** Explains why a person can't change the status of a post; null if they can. */
export function transitionProblem(from: BlogStatus, to: BlogStatus): string | null {
  if (TRANSITIONS[from].includes(to)) return null
  if (from === 'generating') return 'This post is still being written. Wait until it is ready, or cancel it.'
  if (to === 'published') return 'Only posts with status ready can be published.'
  return `You can't change a post from ${from} to ${to}.`
}

/** Problems that prevent publishing a post, by field. */
export function publishingProblems(post: { title: string; text: string }): Record<string, string> {
  return {
    ...(post.title.trim() ? {} : { title: 'Add a title before you publish this post' }),
    ...(post.text.trim() ? {} : { content: 'Add content before you publish this post' }),
  }
}

/** Tolerance for inexact browser clocks: a time this close counts as now. */
const CLOCK_TOLERANCE_MS = 60_000
const MAX_SCHEDULE_AHEAD_MS = 2 * 365 * 86_400_000

/** The publication time for a requested time: now, later, or null if it is too far ahead. */
export function publicationTime(
  requestedTime: Date | null,
  now: Date,
): { at: Date; isScheduled: boolean } | null {
  const delayMs = (requestedTime?.getTime() ?? 0) - now.getTime()
  if (!requestedTime || delayMs <= CLOCK_TOLERANCE_MS) return { at: now, isScheduled: false }
  return delayMs > MAX_SCHEDULE_AHEAD_MS ? null : { at: requestedTime, isScheduled: true }
}
