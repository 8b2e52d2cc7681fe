import type { BLOG_STATUSES } from './categories.ts'

export type BlogStatus = (typeof BLOG_STATUSES)[number]

/** Where a person may move a post; `generating` begins and ends in the queue alone. */
const TRANSITIONS: Readonly<Record<BlogStatus, readonly BlogStatus[]>> = {
  draft: ['ready', 'archived'],
  generating: [],
  ready: ['published', 'draft', 'archived'],
  published: ['ready', 'archived'],
  archived: ['ready', 'draft'],
}

/** The states that a person may put a post in. */
export function nextStatuses(status: BlogStatus): readonly BlogStatus[] {
  return TRANSITIONS[status]
}

/** Why a person cannot move a post from one state to another, as a sentence; null where they can. */
export function transitionProblem(from: BlogStatus, to: BlogStatus): string | null {
  if (TRANSITIONS[from].includes(to)) return null
  if (from === 'generating') return 'This post is being written. Wait until it is ready, or cancel it.'
  if (to === 'published') return 'Only a ready post can be published.'
  return `A post that is ${from} cannot become ${to}.`
}

/** What a post lacks before readers may see it, by field. */
export function missingToPublish(post: { title: string; text: string }): Record<string, string> {
  return {
    ...(post.title.trim() ? {} : { title: 'A post needs a title before it is published' }),
    ...(post.text.trim() ? {} : { content: 'A post needs a text before it is published' }),
  }
}

/** Clocks of browsers go a little wrong: a time this near is now. */
const CLOCK_TOLERANCE_MS = 60_000
const MAX_SCHEDULE_AHEAD_MS = 2 * 365 * 86_400_000

/** When a post appears that was asked for at a time: now, later, or null for a time too far away. */
export function publicationTime(asked: Date | null, now: Date): { at: Date; isScheduled: boolean } | null {
  const ahead = (asked?.getTime() ?? 0) - now.getTime()
  if (!asked || ahead <= CLOCK_TOLERANCE_MS) return { at: now, isScheduled: false }
  return ahead > MAX_SCHEDULE_AHEAD_MS ? null : { at: asked, isScheduled: true }
}
