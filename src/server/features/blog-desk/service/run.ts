import { slugOf } from '#domain/blog/slug.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import type { Query } from '#server/platform/db/database.ts'
import { ModelError, type ModelTrouble } from '#server/platform/llm/language-model.ts'
import type { Platform } from '#server/platform/platform.ts'
import { LEASE_MS, nextTryAt, RETRIES_MOST } from '../policy.ts'
import * as posts from '../store/posts.ts'
import * as queue from '../store/queue.ts'
import { measured } from './measured.ts'
import type { ArticleWriter, Written } from './write-article.ts'

export const GENERATE_JOB = 'blog-desk.generate'
const ACTOR = { kind: 'system', job: GENERATE_JOB } as const

type Seams = Pick<Platform, 'db' | 'events' | 'clock' | 'log' | 'appUrl'>
/** What came of one try. */
type Outcome = Written | { ok: false; error: string; retryAfter: number | null; isTemporary: true }

const TROUBLES: Readonly<Record<ModelTrouble, string>> = {
  unavailable: 'The language model does not answer at the moment.',
  busy: 'The language model has too much to do at the moment.',
  unusable: 'The language model wrote nothing that can be used as an article.',
}
const OUR_FAULT = 'Something went wrong on the server while the post was written.'
const STOPPED = 'The server stopped each time while it wrote this post.'

/**
 * Writes the post of an entry, if it is due and nobody else does. Whatever stops in between is taken up by the sweep;
 * what a try brings counts only while its claim does.
 *
 * @returns when it has to be tried again; null where it is over
 */
export async function runEntry(
  seams: Seams,
  writer: ArticleWriter,
  id: string,
  signal: AbortSignal,
): Promise<Date | null> {
  const { db, events, clock } = seams
  const now = clock.now()
  const entry = await queue.claim(db, id, now, new Date(now.getTime() + LEASE_MS))
  if (!entry) return null
  const outcome: Outcome =
    entry.retryCount > RETRIES_MOST
      ? { ok: false, error: STOPPED }
      : await tryToWrite(seams, writer, entry, signal)
  return db.transaction(async (tx) => {
    const mine = await queue.lockEntry(tx, id)
    if (mine?.status !== 'processing' || mine.claims !== entry.claims) return null
    const again = await settle(tx, seams, mine, outcome)
    events.announce(tx, { type: 'generation.changed', id })
    return again
  })
}

async function tryToWrite(
  { log }: Seams,
  writer: ArticleWriter,
  entry: queue.EntryRow,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    return await writer.write(entry, signal)
  } catch (error) {
    const isModel = error instanceof ModelError
    // Its words may quote what it was asked: only the kind is told.
    if (!isModel) log.warn({ id: entry.id, err: (error as Error).name }, 'A post could not be written')
    return {
      ok: false,
      error: isModel ? TROUBLES[error.trouble] : OUR_FAULT,
      retryAfter: isModel ? error.retryAfter : null,
      isTemporary: true,
    }
  }
}

async function settle(
  tx: Query,
  { clock, appUrl }: Seams,
  entry: queue.EntryRow,
  outcome: Outcome,
): Promise<Date | null> {
  const now = clock.now()
  const { id, blogPostId } = entry
  if (outcome.ok) {
    if (blogPostId && (await posts.endGenerating(tx, blogPostId, 'ready', now))) {
      const slug = await posts.freeSlug(tx, slugOf(outcome.text.title), blogPostId)
      await posts.saveText(tx, blogPostId, measured({ ...outcome.text, slug }, appUrl), now)
    }
    await queue.complete(tx, id, now)
    await auditPlatform(tx, { actor: ACTOR, action: 'blog-post.written', subject: blogPostId })
    return null
  }
  if ('isTemporary' in outcome && entry.retryCount < RETRIES_MOST) {
    const until = nextTryAt(entry.retryCount, outcome.retryAfter, now)
    await queue.postpone(tx, id, outcome.error, until)
    return until
  }
  if (blogPostId) await posts.endGenerating(tx, blogPostId, 'archived', now)
  await queue.failFor(tx, id, outcome.error, now)
  await auditPlatform(tx, { actor: ACTOR, action: 'blog-post.failed', subject: blogPostId })
  return null
}
