import { z } from 'zod'
import type { ContentTopic, NewTopic, TopicChange } from '#contract/blog-desk.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import { decodeCursor, encodeCursor } from '#server/platform/cursor.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store/topics.ts'
import type { Caller } from './posts.ts'

/** Number of topics before the page. */
const cursorShape = z.tuple([z.number().int().min(0).max(1_000_000)])

/** Topics to write about. */
export function deskTopics({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  return {
    /** In the order of their turns. @throws {AppError} invalid for a malformed cursor */
    async list(query: { limit: number; cursor?: string | undefined }) {
      const [skip] = decodeCursor(cursorShape, query.cursor, 'Use the cursor from the Link header') ?? [0]
      const [total, found] = await Promise.all([
        store.countTopics(db),
        store.listTopics(db, { skip, limit: query.limit + 1 }),
      ])
      const topics = found.slice(0, query.limit)
      return { topics, total, next: found.length > query.limit ? encodeCursor([skip + query.limit]) : null }
    },

    /** @throws {AppError} conflict if this category already has the topic */
    add({ actor, requestId }: Caller, topic: NewTopic): Promise<ContentTopic> {
      return db.transaction(async (tx) => {
        const added = await store.insertTopic(tx, topic, clock.now())
        if (!added) throw duplicateTopicError()
        const details = { priority: added.priority }
        await auditPlatform(tx, { actor, action: 'blog-topic.added', subject: added.id, details, requestId })
        return added
      })
    },

    /** @throws {AppError} not_found, conflict */
    async change({ actor, requestId }: Caller, id: string, change: TopicChange): Promise<ContentTopic> {
      try {
        return await db.transaction(async (tx) => {
          const changed = await store.updateTopic(tx, id, change)
          if (!changed) throw notFound('Topic')
          const details = { priority: changed.priority, isActive: changed.isActive }
          await auditPlatform(tx, { actor, action: 'blog-topic.changed', subject: id, details, requestId })
          return changed
        })
      } catch (error) {
        throw store.isDuplicateTopic(error) ? duplicateTopicError() : error
      }
    },
  }
}

function duplicateTopicError(): AppError {
  const message = 'This topic already exists'
  return new AppError('conflict', message, { fields: { topic: message } })
}
