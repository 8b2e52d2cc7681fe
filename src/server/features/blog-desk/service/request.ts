import type { GenerateRequest } from '#contract/blog-desk.ts'
import { slugOf } from '#domain/blog/slug.ts'
import { titleOf } from '#domain/blog/subject.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import type { Caller } from '#server/platform/context.ts'
import type { Query, Tx } from '#server/platform/db/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { DUPLICATE_REQUEST_MS } from '../limits.ts'
import * as posts from '../store/posts.ts'
import * as queue from '../store/queue.ts'
import * as topics from '../store/topics.ts'
import { subjectOfOrder } from './write-article.ts'

type Deps = Pick<Platform, 'db' | 'events' | 'clock'>
/** A post to write, before anything is stored. */
type PostAssignment = Omit<queue.NewEntry, 'blogPostId' | 'requestKey'>
type PostRequest = GenerateRequest & { isWeekly?: boolean }

/** Retries after a concurrent request for the same topic. */
const MAX_ATTEMPTS = 4

/**
 * Stores a request for a post together with its empty post, or finds the duplicate of a request.
 *
 * @returns the queue entry
 * @throws {AppError} not_found for an unknown topic, conflict if no topic is available
 */
export async function requestPost(deps: Deps, caller: Caller, request: PostRequest): Promise<queue.EntryRow> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await deps.db.transaction((tx) => storeRequest(tx, deps, caller, request))
    } catch (error) {
      if (!queue.isOpenDuplicate(error) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function storeRequest(
  tx: Tx,
  { events, clock }: Deps,
  { actor, requestId }: Caller,
  request: PostRequest,
) {
  const now = clock.now()
  if (request.requestId) await queue.lockKey(tx, request.requestId)
  const existingEntry = request.requestId && (await queue.findByKey(tx, request.requestId))
  if (existingEntry) return existingEntry
  const assignment = await chooseAssignment(tx, request, now)
  if ('id' in assignment) return assignment
  const title = titleOf(subjectOfOrder(assignment))
  const slug = await posts.findFreeSlug(tx, slugOf(title), null)
  const { category, keywords } = assignment
  const blogPostId = await posts.insertGenerating(tx, { title, slug, category, keywords }, now)
  const entry = await queue.insertEntry(
    tx,
    { ...assignment, blogPostId, requestKey: request.requestId ?? null },
    now,
  )
  if (assignment.topicId) await topics.countUse(tx, assignment.topicId, now)
  events.publishInstance(tx, { type: 'generation.changed', id: entry.id })
  const details = { cause: assignment.cause, post: blogPostId, topic: assignment.topicId }
  await auditPlatform(tx, { actor, action: 'blog-post.requested', subject: entry.id, details, requestId })
  return entry
}

async function chooseAssignment(
  tx: Query,
  request: PostRequest,
  now: Date,
): Promise<PostAssignment | queue.EntryRow> {
  const since = new Date(now.getTime() - DUPLICATE_REQUEST_MS)
  const { customPrompt, category, keywords = [] } = request
  if (customPrompt !== undefined && category) {
    const prompt = { subject: customPrompt, category }
    const duplicate = await queue.findDuplicate(tx, prompt, since)
    return duplicate ?? { ...prompt, topicId: null, keywords, cause: 'prompt' }
  }
  const topic = request.topicId
    ? await topics.lockTopic(tx, request.topicId)
    : await topics.lockNextTopic(tx, now)
  if (!topic) throw request.topicId ? notFound('Topic') : await noTopicError(tx)
  if (request.topicId) {
    const duplicate = await queue.findDuplicate(tx, { topicId: topic.id }, since)
    if (duplicate) return duplicate
    if (!topic.isActive) throw new AppError('conflict', 'This topic is inactive. Activate it first.')
  }
  return {
    ...{ topicId: topic.id, subject: topic.topic, category: topic.category, keywords: topic.keywords },
    cause: request.isWeekly ? 'weekly' : 'topic',
  }
}

async function noTopicError(tx: Query): Promise<AppError> {
  const hasActiveTopic = await topics.hasActiveTopic(tx)
  return new AppError(
    'conflict',
    hasActiveTopic
      ? 'Every active topic is already being written about.'
      : 'There are no active topics. Add one first.',
  )
}
