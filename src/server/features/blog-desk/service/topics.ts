import { z } from 'zod'
import type { ContentTopic, NewTopic, TopicChange } from '#contract/blog-desk.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import type { Caller } from '#server/platform/context.ts'
import { fieldError, notFound } from '#server/platform/errors.ts'
import { type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store/topics.ts'

/** Topics have no key that stays the same while they are used, so a page starts after a number of topics. */
const IN_ORDER = {
  shape: z.number().int().min(0).max(1_000_000),
  keyOf: ({ position }: { position: number }) => position,
}

/** Topics to write about. */
export function deskTopics({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  return {
    /** In the order of their turns. @throws {AppError} invalid for a malformed cursor */
    async list(query: PageQuery) {
      const page = await readPage(IN_ORDER, query, (range) => store.listTopics(db, range))
      return { ...page, total: await store.countTopics(db) }
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

const duplicateTopicError = () => fieldError('conflict', 'topic', 'This topic already exists')
