import type { GenerateRequest } from '#contract/blog-desk.ts'
import { slugOf } from '#domain/blog/slug.ts'
import { titleOf } from '#domain/blog/subject.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import type { Query, Tx } from '#server/platform/db/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { DUPLICATE_REQUEST_MS } from '../policy.ts'
import * as posts from '../store/posts.ts'
import * as queue from '../store/queue.ts'
import * as topics from '../store/topics.ts'
import type { Caller } from './posts.ts'
import { subjectIn } from './write-article.ts'

type Deps = Pick<Platform, 'db' | 'events' | 'clock'>
/** A post to write, determined before anything is stored. */
type PostAssignment = Omit<queue.NewEntry, 'blogPostId' | 'requestKey'>
type PostRequest = GenerateRequest & { isWeekly?: boolean }

/** Retries after a concurrent request for the same topic. */
const ATTEMPTS = 4

/**
 * Stores a request for a post together with its empty post, or finds the duplicate of a request.
 *
 * @returns the queue entry, and whether it is new
 * @throws {AppError} not_found for an unknown topic, conflict if no topic is available
 */
export async function requestPost(
  deps: Deps,
  caller: Caller,
  asked: PostRequest,
): Promise<{ entry: queue.EntryRow; isNew: boolean }> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await deps.db.transaction((tx) => storeRequest(tx, deps, caller, asked))
    } catch (error) {
      if (!queue.isOpenDuplicate(error) || attempt === ATTEMPTS) throw error
    }
  }
}

async function storeRequest(
  tx: Tx,
  { events, clock }: Deps,
  { actor, requestId }: Caller,
  asked: PostRequest,
) {
  const now = clock.now()
  if (asked.requestId) await queue.lockKey(tx, asked.requestId)
  const known = asked.requestId && (await queue.findByKey(tx, asked.requestId))
  if (known) return { entry: known, isNew: false }
  const found = await assignmentOf(tx, asked, now)
  if ('id' in found) return { entry: found, isNew: false }
  const title = titleOf(subjectIn(found))
  const slug = await posts.findFreeSlug(tx, slugOf(title), null)
  const { category, keywords } = found
  const blogPostId = await posts.insertGenerating(tx, { title, slug, category, keywords }, now)
  const entry = await queue.insertEntry(
    tx,
    { ...found, blogPostId, requestKey: asked.requestId ?? null },
    now,
  )
  if (found.topicId) await topics.countUse(tx, found.topicId, now)
  events.publishInstance(tx, { type: 'generation.changed', id: entry.id })
  const details = { cause: found.cause, post: blogPostId, topic: found.topicId }
  await auditPlatform(tx, { actor, action: 'blog-post.requested', subject: entry.id, details, requestId })
  return { entry, isNew: true }
}

async function assignmentOf(
  tx: Query,
  asked: PostRequest,
  now: Date,
): Promise<PostAssignment | queue.EntryRow> {
  const since = new Date(now.getTime() - DUPLICATE_REQUEST_MS)
  const { customPrompt, category, keywords = [] } = asked
  if (customPrompt !== undefined && category) {
    const prompt = { subject: customPrompt, category }
    const same = await queue.findSamePrompt(tx, prompt, since)
    return same ?? { ...prompt, topicId: null, keywords, cause: 'prompt' }
  }
  const topic = asked.topicId
    ? await topics.lockTopic(tx, asked.topicId)
    : await topics.lockNextTopic(tx, now)
  if (!topic) throw asked.topicId ? notFound('Topic') : await noTopicError(tx)
  if (asked.topicId) {
    const same = await queue.findSameTopic(tx, topic.id, since)
    if (same) return same
    if (!topic.isActive) throw new AppError('conflict', 'This topic is inactive. Activate it first.')
  }
  return {
    ...{ topicId: topic.id, subject: topic.topic, category: topic.category, keywords: topic.keywords },
    cause: asked.isWeekly ? 'weekly' : 'topic',
  }
}

async function noTopicError(tx: Query): Promise<AppError> {
  const areBusy = await topics.hasActiveTopic(tx)
  return new AppError(
    'conflict',
    areBusy
      ? 'Every active topic is already being written about.'
      : 'There are no active topics. Add one first.',
  )
}
