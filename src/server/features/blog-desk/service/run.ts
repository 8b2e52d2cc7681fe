import { slugOf } from '#domain/blog/slug.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import type { Query } from '#server/platform/db/database.ts'
import { ModelError, type ModelTrouble } from '#server/platform/llm/language-model.ts'
import type { Platform } from '#server/platform/platform.ts'
import { LEASE_MS, MAX_RETRIES, nextAttemptAt } from '../limits.ts'
import * as posts from '../store/posts.ts'
import * as queue from '../store/queue.ts'
import { prepareText } from './prepare-text.ts'
import type { ArticleWriter, WritingResult } from './write-article.ts'

export const GENERATE_JOB = 'blog-desk.generate'
const SYSTEM_ACTOR = { kind: 'system', job: GENERATE_JOB } as const

type Deps = Pick<Platform, 'db' | 'events' | 'clock' | 'log' | 'appUrl'>
/** Outcome of one attempt. */
type AttemptOutcome =
  | WritingResult
  | { ok: false; error: string; retryAfter: number | null; isTemporary: true }

const TROUBLE_TEXTS: Readonly<Record<ModelTrouble, string>> = {
  unavailable: "The language model isn't responding right now.",
  busy: 'The language model is busy right now.',
  unusable: "The language model's response can't be used as an article.",
}
const INTERNAL_ERROR_TEXT = 'Something went wrong on our side while writing the post.'
const STOPPED_TEXT = 'The server stopped on every attempt to write this post.'

/**
 * Writes the post of a due entry if no other worker does. The sweep continues after an interruption. An attempt's outcome
 * counts only while its claim is current.
 *
 * @returns the time of the next attempt; null if there is none
 */
export async function runEntry(
  deps: Deps,
  writer: ArticleWriter,
  id: string,
  signal: AbortSignal,
): Promise<Date | null> {
  const { db, events, clock } = deps
  const now = clock.now()
  const entry = await queue.claimEntry(db, id, now, new Date(now.getTime() + LEASE_MS))
  if (!entry) return null
  const outcome: AttemptOutcome =
    entry.retryCount > MAX_RETRIES
      ? { ok: false, error: STOPPED_TEXT }
      : await attemptArticle(deps, writer, entry, signal)
  return db.transaction(async (tx) => {
    const currentEntry = await queue.lockEntry(tx, id)
    if (currentEntry?.status !== 'processing' || currentEntry.claims !== entry.claims) return null
    const retryAt = await settleEntry(tx, deps, currentEntry, outcome)
    events.publishInstance(tx, { type: 'generation.changed', id })
    return retryAt
  })
}

async function attemptArticle(
  { log }: Deps,
  writer: ArticleWriter,
  entry: queue.EntryRow,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  try {
    return await writer.write(entry, signal)
  } catch (error) {
    const isModelError = error instanceof ModelError
    // Logs only the error's name, because its message may quote the prompt.
    if (!isModelError) log.warn({ id: entry.id, err: (error as Error).name }, 'Could not write a post')
    return {
      ok: false,
      error: isModelError ? TROUBLE_TEXTS[error.trouble] : INTERNAL_ERROR_TEXT,
      retryAfter: isModelError ? error.retryAfter : null,
      isTemporary: true,
    }
  }
}

async function settleEntry(
  tx: Query,
  { clock, appUrl }: Deps,
  entry: queue.EntryRow,
  outcome: AttemptOutcome,
): Promise<Date | null> {
  const now = clock.now()
  const { blogPostId } = entry
  if (outcome.ok) {
    if (blogPostId && (await posts.finishGenerating(tx, blogPostId, 'ready', now))) {
      const slug = await posts.findFreeSlug(tx, slugOf(outcome.text.title), blogPostId)
      await posts.saveText(tx, blogPostId, prepareText({ ...outcome.text, slug }, appUrl), now)
    }
    await queue.setEntryState(tx, entry, { status: 'completed', error: null, processedAt: now })
    await auditPlatform(tx, { actor: SYSTEM_ACTOR, action: 'blog-post.written', subject: blogPostId })
    return null
  }
  if ('isTemporary' in outcome && entry.retryCount < MAX_RETRIES) {
    const nextAttempt = nextAttemptAt(entry.retryCount, outcome.retryAfter, now)
    await queue.setEntryState(tx, entry, {
      status: 'pending',
      error: outcome.error,
      scheduledFor: nextAttempt,
      retryCount: entry.retryCount + 1,
    })
    return nextAttempt
  }
  if (blogPostId) await posts.finishGenerating(tx, blogPostId, 'archived', now)
  await queue.setEntryState(tx, entry, { status: 'failed', error: outcome.error, processedAt: now })
  await auditPlatform(tx, { actor: SYSTEM_ACTOR, action: 'blog-post.failed', subject: blogPostId })
  return null
}
