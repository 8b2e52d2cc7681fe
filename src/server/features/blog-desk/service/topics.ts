import { z } from 'zod'
import type { ContentTopic, NewTopic, TopicChange } from '#contract/blog-desk.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import type { Caller } from '#server/platform/context.ts'
import { fieldError, notFound } from '#server/platform/errors.ts'
import { type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store/topics.ts'

/** Pages by position, because using a topic changes its place in the order. */
const TOPIC_CURSOR = {
  shape: z.number().int().min(0).max(1_000_000),
  keyOf: ({ position }: { position: number }) => position,
}

/** Topics to write about. */
export function deskTopics({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  return {
    /** Topics in order of use. @throws {AppError} invalid for a malformed cursor */
    async list(query: PageQuery) {
      const page = await readPage(TOPIC_CURSOR, query, (range) => store.listTopics(db, range))
      return { ...page, total: await store.countTopics(db) }
    },

    /** @throws {AppError} conflict if this category already has the topic */
    add({ actor, requestId }: Caller, topic: NewTopic): Promise<ContentTopic> {
      return db.transaction(async (tx) => {
        const row = await store.insertTopic(tx, topic, clock.now())
        if (!row) throw duplicateTopicError()
        const details = { priority: row.priority }
        await auditPlatform(tx, { actor, action: 'blog-topic.added', subject: row.id, details, requestId })
        return row
      })
    },

    /** @throws {AppError} not_found, conflict */
    async change({ actor, requestId }: Caller, id: string, change: TopicChange): Promise<ContentTopic> {
      try {
        return await db.transaction(async (tx) => {
          const updatedTopic = await store.updateTopic(tx, id, change)
          if (!updatedTopic) throw notFound('Topic')
          const details = { priority: updatedTopic.priority, isActive: updatedTopic.isActive }
          await auditPlatform(tx, { actor, action: 'blog-topic.changed', subject: id, details, requestId })
          return updatedTopic
        })
      } catch (error) {
        throw store.isDuplicateTopic(error) ? duplicateTopicError() : error
      }
    },
  }
}

const duplicateTopicError = () => fieldError('conflict', 'topic', 'This topic already exists')
