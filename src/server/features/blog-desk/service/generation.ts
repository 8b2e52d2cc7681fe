import type { Generated, GenerateRequest, Generation, QueueEntry } from '#contract/blog-desk.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import type { Caller } from '#server/platform/context.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { BY_TIME, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import { trySend } from '#server/platform/queue/try-send.ts'
import { waitFor } from '#server/platform/wait-for-completion.ts'
import { LEASE_MS, MAX_WAIT_MS, nextWeekly, RESEND_AFTER_MS, weeklyKey } from '../limits.ts'
import * as posts from '../store/posts.ts'
import * as queue from '../store/queue.ts'
import type { DeskPosts } from './posts.ts'
import { requestPost } from './request.ts'
import { GENERATE_JOB, runEntry } from './run.ts'
import type { ArticleWriter } from './write-article.ts'

type Deps = Pick<Platform, 'db' | 'queue' | 'events' | 'clock' | 'log' | 'appUrl'>

const WEEKLY_ACTOR = { actor: { kind: 'system', job: 'blog-desk.weekly' }, requestId: undefined } as const

/** Generates posts through a queue. */
export function deskGeneration(platform: Deps, { writer, desk }: { writer: ArticleWriter; desk: DeskPosts }) {
  const { db, events, clock, log } = platform

  const queueRun = (id: string, time?: Date) => {
    const delaySeconds = time ? Math.max(0, Math.ceil((time.getTime() - clock.now().getTime()) / 1000)) : 0
    return trySend(platform, GENERATE_JOB, { id }, id, delaySeconds)
  }

  async function readGenerated(id: string): Promise<Generated> {
    const entry = await queue.findEntry(db, id)
    if (!entry?.blogPostId) throw notFound('Generation')
    return { entry, post: await desk.get(entry.blogPostId) }
  }

  /** Waits a while for the result. @throws {AppError} unprocessable, with the reason, if the generation failed */
  async function waitForResult(id: string): Promise<Generated> {
    const check = async () => (isFinished(await queue.findEntry(db, id)) ? true : null)
    await waitFor({ check, milliseconds: MAX_WAIT_MS }, (checkAgain) =>
      events.subscribeInstance((event) => {
        if (event.type === 'missed' || (event.type === 'generation.changed' && event.id === id)) checkAgain()
      }),
    )
    const generated = await readGenerated(id)
    const { status, error } = generated.entry
    if (status === 'failed') throw new AppError('unprocessable', error ?? "We couldn't write the post")
    return generated
  }

  async function describe({
    status,
    ...query
  }: PageQuery & { status?: QueueEntry['status'] | undefined }): Promise<Generation> {
    const [page, open, isOn] = await Promise.all([
      readPage(BY_TIME, query, (range) => queue.listEntries(db, { ...range, status })),
      queue.countOpenEntries(db),
      queue.isWeeklyEnabled(db),
    ])
    return {
      ...page,
      open,
      weekly: { isOn, nextAt: isOn ? nextWeekly(clock.now()).toISOString() : null },
      writer: writer.kind === 'connected' ? 'model' : 'knowledge-base',
    }
  }

  return {
    describe,

    /** @throws {AppError} not_found, conflict, unprocessable */
    async generate(caller: Caller, request: GenerateRequest): Promise<Generated> {
      const { id } = await requestPost(platform, caller, request)
      await queueRun(id)
      return waitForResult(id)
    },

    /** Restarts a failed generation. @throws {AppError} not_found, conflict, unprocessable */
    async retry({ actor, requestId }: Caller, id: string): Promise<Generated> {
      try {
        await db.transaction(async (tx) => {
          const entry = await queue.lockEntry(tx, id)
          if (!entry) throw notFound('Generation')
          if (entry.status !== 'failed')
            throw new AppError('conflict', 'Only a failed generation can be retried')
          const post = entry.blogPostId ? await posts.lockPost(tx, entry.blogPostId) : undefined
          const isUntouched = post?.content === '' && (post.status === 'archived' || post.status === 'draft')
          if (!post || !isUntouched) throw new AppError('conflict', 'This post was edited by hand')
          await posts.setState(tx, post.id, { status: 'generating' }, clock.now())
          await queue.setEntryState(tx, entry, { status: 'pending', error: null, retryCount: 0 })
          events.publishInstance(tx, { type: 'generation.changed', id })
          await auditPlatform(tx, { actor, action: 'blog-post.retried', subject: id, requestId })
        })
      } catch (error) {
        if (!queue.isOpenDuplicate(error)) throw error
        throw new AppError('conflict', 'A post on this is already being written')
      }
      await queueRun(id)
      return waitForResult(id)
    },

    /** Cancels a generation that waits, runs or failed, and archives its empty post. @throws {AppError} not_found, conflict */
    async cancel({ actor, requestId }: Caller, id: string): Promise<Generated> {
      await db.transaction(async (tx) => {
        const entry = await queue.lockEntry(tx, id)
        if (!entry) throw notFound('Generation')
        if (entry.status === 'canceled') return
        if (entry.status === 'completed') throw new AppError('conflict', 'This post is already written')
        await queue.setEntryState(tx, entry, { status: 'canceled', processedAt: clock.now() })
        const post = entry.blogPostId ? await posts.lockPost(tx, entry.blogPostId) : undefined
        const isEmpty = post?.status === 'generating' || (post?.status === 'draft' && post.content === '')
        if (post && isEmpty) await posts.setState(tx, post.id, { status: 'archived' }, clock.now())
        events.publishInstance(tx, { type: 'generation.changed', id })
        await auditPlatform(tx, { actor, action: 'blog-post.canceled', subject: id, requestId })
      })
      return readGenerated(id)
    },

    /** Runs one attempt; called by the job. */
    async run(id: string, signal: AbortSignal): Promise<void> {
      const retryAt = await runEntry(platform, writer, id, signal)
      if (retryAt) await queueRun(id, retryAt)
    },

    /** Generates the weekly post from the next topic, if enabled; called by the job. */
    async runWeekly(): Promise<void> {
      if (!(await queue.isWeeklyEnabled(db))) return
      const request = { requestId: weeklyKey(clock.now()), isWeekly: true }
      try {
        const { id } = await requestPost(platform, WEEKLY_ACTOR, request)
        await queueRun(id)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        log.warn({ err: error.code }, 'No topic is available for the weekly post')
      }
    },

    async setWeekly({ actor, requestId }: Caller, weekly: boolean): Promise<Generation> {
      await db.transaction(async (tx) => {
        await queue.setWeekly(tx, weekly, clock.now())
        await auditPlatform(tx, { actor, action: 'blog-desk.weekly', details: { weekly }, requestId })
      })
      return describe({ limit: 50 })
    },

    /** Continues generations of stopped processes, and archives abandoned posts. */
    async sweep(): Promise<void> {
      const now = clock.now()
      const timeBefore = (ms: number) => new Date(now.getTime() - ms)
      for (const id of await queue.listDueEntries(db, now, timeBefore(RESEND_AFTER_MS))) await queueRun(id)
      await posts.archiveAbandoned(db, timeBefore(LEASE_MS), now)
    },
  }
}

/** True if the generation is over or known to take longer, because it waits for a retry. */
function isFinished(entry: queue.EntryRow | undefined): boolean {
  return (
    entry === undefined ||
    (entry.status !== 'processing' && (entry.status !== 'pending' || entry.error !== null))
  )
}
