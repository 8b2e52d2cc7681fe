import { z } from 'zod'
import type { Generated, GenerateRequest, Generation, QueueEntry } from '#contract/blog-desk.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import { decodeCursor, encodeCursor, exactTimestamp } from '#server/platform/cursor.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { LEASE_MS, nextWeekly, RESEND_AFTER_MS, WAIT_MS, weeklyKey } from '../policy.ts'
import * as posts from '../store/posts.ts'
import * as queue from '../store/queue.ts'
import type { Caller, DeskPosts } from './posts.ts'
import { requestPost } from './request.ts'
import { GENERATE_JOB, runEntry } from './run.ts'
import type { ArticleWriter } from './write-article.ts'

type Deps = Pick<Platform, 'db' | 'queue' | 'events' | 'clock' | 'log' | 'appUrl'>
/** `isOver` is false where it goes on after the answer. */
export type GenerationResponse = { generated: Generated; isOver: boolean }

const place = z.tuple([exactTimestamp, z.uuid()])
const WEEKLY_ACTOR = { actor: { kind: 'system', job: 'blog-desk.weekly' }, requestId: undefined } as const

/** The queue in which posts are generated. */
export function deskGeneration(platform: Deps, { writer, desk }: { writer: ArticleWriter; desk: DeskPosts }) {
  const { db, events, clock, log } = platform

  const wake = (id: string, at?: Date) => {
    const delaySeconds = at ? Math.max(0, Math.ceil((at.getTime() - clock.now().getTime()) / 1000)) : 0
    return platform.queue
      .send(GENERATE_JOB, { id }, { key: id, delaySeconds })
      .catch(() => log.warn({ id }, 'A generation waits for the sweep'))
  }

  async function generatedOf(id: string): Promise<Generated> {
    const entry = await queue.findEntry(db, id)
    if (!entry?.blogPostId) throw notFound('Generation')
    return { entry: publicEntryOf(entry), post: await desk.get(entry.blogPostId) }
  }

  /** Waits a while for the end. @throws {AppError} unprocessable, in plain words, where it failed for good */
  async function waitForResponse(id: string): Promise<GenerationResponse> {
    await waitFor(events, id, async () => isSettled(await queue.findEntry(db, id)))
    const generated = await generatedOf(id)
    const { status, error } = generated.entry
    if (status === 'failed') throw new AppError('unprocessable', error ?? 'The post could not be written')
    return { generated, isOver: status === 'completed' }
  }

  async function describe(query: {
    status?: QueueEntry['status'] | undefined
    limit: number
    cursor?: string | undefined
  }): Promise<Generation> {
    const after = decodeCursor(place, query.cursor, 'Use the one from the page before')
    const [found, open, isOn] = await Promise.all([
      queue.listEntries(db, { status: query.status, after, limit: query.limit + 1 }),
      queue.countOpen(db),
      queue.isWeekly(db),
    ])
    const rows = found.slice(0, query.limit)
    const last = rows.at(-1)
    return {
      entries: rows.map(publicEntryOf),
      next: last && found.length > query.limit ? encodeCursor([last.place, last.id]) : null,
      open,
      weekly: { isOn, nextAt: isOn ? nextWeekly(clock.now()).toISOString() : null },
      writer: writer.kind === 'connected' ? 'model' : 'knowledge-base',
    }
  }

  return {
    describe,

    /** @throws {AppError} not_found, conflict, unprocessable */
    async generate(caller: Caller, asked: GenerateRequest): Promise<GenerationResponse> {
      const { entry } = await requestPost(platform, caller, asked)
      await wake(entry.id)
      return waitForResponse(entry.id)
    },

    /** A failed one from the beginning. @throws {AppError} not_found, conflict, unprocessable */
    async retry({ actor, requestId }: Caller, id: string): Promise<GenerationResponse> {
      try {
        await db.transaction(async (tx) => {
          const entry = await queue.lockEntry(tx, id)
          if (!entry) throw notFound('Generation')
          if (entry.status !== 'failed')
            throw new AppError('conflict', 'Only a generation that failed can be tried again')
          const post = entry.blogPostId ? await posts.lockPost(tx, entry.blogPostId) : undefined
          const isUntouched = post?.content === '' && (post.status === 'archived' || post.status === 'draft')
          if (!post || !isUntouched) throw new AppError('conflict', 'Somebody went on with this post by hand')
          const times = { publishedAt: null, scheduledFor: null }
          await posts.setState(tx, post.id, { status: 'generating', ...times }, clock.now())
          await queue.reopen(tx, id)
          events.publishInstance(tx, { type: 'generation.changed', id })
          await auditPlatform(tx, { actor, action: 'blog-post.retried', subject: id, requestId })
        })
      } catch (error) {
        if (!queue.isOpenDuplicate(error)) throw error
        throw new AppError('conflict', 'A post is being written from this already')
      }
      await wake(id)
      return waitForResponse(id)
    },

    /** What waits, runs or failed ends here; its post is archived as long as it is empty. @throws {AppError} not_found, conflict */
    async cancel({ actor, requestId }: Caller, id: string): Promise<Generated> {
      await db.transaction(async (tx) => {
        const entry = await queue.lockEntry(tx, id)
        if (!entry) throw notFound('Generation')
        if (entry.status === 'canceled') return
        if (entry.status === 'completed') throw new AppError('conflict', 'This post is written already')
        await queue.cancel(tx, id, clock.now())
        const post = entry.blogPostId ? await posts.lockPost(tx, entry.blogPostId) : undefined
        const isEmpty = post?.status === 'generating' || (post?.status === 'draft' && post.content === '')
        const times = { publishedAt: null, scheduledFor: null }
        if (post && isEmpty) await posts.setState(tx, post.id, { status: 'archived', ...times }, clock.now())
        events.publishInstance(tx, { type: 'generation.changed', id })
        await auditPlatform(tx, { actor, action: 'blog-post.canceled', subject: id, requestId })
      })
      return generatedOf(id)
    },

    /** Called by the job. */
    async run(id: string, signal: AbortSignal): Promise<void> {
      const again = await runEntry(platform, writer, id, signal)
      if (again) await wake(id, again)
    },

    /** From the next topic, once a week, while it is switched on; called by the job. */
    async runWeekly(): Promise<void> {
      if (!(await queue.isWeekly(db))) return
      const asked = { requestId: weeklyKey(clock.now()), isWeekly: true }
      try {
        const { entry } = await requestPost(platform, WEEKLY_ACTOR, asked)
        await wake(entry.id)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        log.warn({ err: error.code }, 'No topic was there for the post of the week')
      }
    },

    async setWeekly({ actor, requestId }: Caller, weekly: boolean): Promise<Generation> {
      await db.transaction(async (tx) => {
        await queue.setWeekly(tx, weekly, clock.now())
        await auditPlatform(tx, { actor, action: 'blog-desk.weekly', details: { weekly }, requestId })
      })
      return describe({ limit: 50 })
    },

    /** Takes up what a stopped process left, and frees posts that nobody writes any more. */
    async sweep(): Promise<void> {
      const now = clock.now()
      const before = (ms: number) => new Date(now.getTime() - ms)
      for (const id of await queue.listDueEntries(db, now, before(RESEND_AFTER_MS))) await wake(id)
      await posts.archiveAbandoned(db, before(LEASE_MS), now)
    },
  }
}

function publicEntryOf({ claims: _, ...entry }: queue.EntryRow & { place?: string }): QueueEntry {
  const { place: __, ...rest } = entry
  return rest
}

/** Over, or known to take longer: it failed once and waits for its next try. */
function isSettled(entry: queue.EntryRow | undefined): boolean {
  return (
    entry === undefined ||
    (entry.status !== 'processing' && (entry.status !== 'pending' || entry.error !== null))
  )
}

/** Until `isOver` says so: asked at once, at each change of the entry in any process, and when the time is up. */
function waitFor(events: Deps['events'], id: string, isOver: () => Promise<boolean>): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      stop()
    }
    const look = async () => {
      try {
        if (!(await isOver())) return
        leave()
        resolve()
      } catch (error) {
        leave()
        reject(error)
      }
    }
    const stop = events.subscribeInstance((event) => {
      if (event.type === 'missed' || (event.type === 'generation.changed' && event.id === id)) void look()
    })
    const timer = setTimeout(() => {
      leave()
      resolve()
    }, WAIT_MS)
    void look()
  })
}
