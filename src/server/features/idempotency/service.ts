import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, errorKindOf } from '#server/platform/errors.ts'
import type { Idempotency } from '#server/platform/http/idempotency.ts'
import { digest } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

/** Attempts to store the result of a request that made its change. */
const FINISH_ATTEMPTS = 3

/**
 * Runs a request once for each `Idempotency-Key`. Ids of the result are stored, never the answer, which may name people: a
 * repeated request reads it again. Each change commits with a mark, so that it isn't made again if the answer is lost.
 */
export function idempotencyService({ db, log }: Pick<Platform, 'db' | 'log'>) {
  /** Stores the result. Without it, repeated requests are refused, but the caller of this one gets its answer. */
  async function finish(
    organizationId: OrganizationId,
    request: store.RequestIdentity,
    result: { status: number; result: unknown },
  ): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await db.tenant(organizationId, (tx) => store.finish(tx, request, result))
      } catch (error) {
        if (attempt < FINISH_ATTEMPTS) continue
        return log.warn({ err: errorKindOf(error) }, 'The result of a request could not be stored')
      }
    }
  }

  const run: Idempotency = async (
    { organizationId, sender, route, key, bodyHash },
    { work, repeat, isSafeToRepeat },
  ) => {
    const request = { sender, route, keyHash: digest(key), bodyHash }
    const recorded = await db.tenant(organizationId, async (tx) =>
      (await store.claim(tx, request)) ? null : store.findRequest(tx, request),
    )
    if (recorded) return repeatedRequest(recorded, bodyHash, repeat)
    const running = isSafeToRepeat ? work() : store.withMark(organizationId, request, work)
    const { status, result, body } = await running.catch(async (error: unknown) => {
      await db
        .tenant(organizationId, (tx) => store.release(tx, request))
        .catch((failure: unknown) =>
          log.warn({ err: errorKindOf(failure) }, 'A request could not be released'),
        )
      throw error
    })
    await finish(organizationId, request, { status, result })
    return { body, status, isRepeated: false }
  }

  return {
    run,
    /** Deletes records of old requests. @returns the number of deleted rows */
    deleteOutdated: (organizationId: OrganizationId, limit: number): Promise<number> =>
      db.tenant(organizationId, (tx) => store.deleteOutdated(tx, limit)),
  }
}
export type IdempotencyService = ReturnType<typeof idempotencyService>

/** @throws {AppError} unprocessable for another body; conflict while the first request runs, or if its answer was lost */
async function repeatedRequest<T>(
  { bodyHash: recordedHash, status, result, isRunning }: store.RecordedRequest,
  bodyHash: string,
  repeat: (result: unknown) => Promise<T>,
) {
  if (recordedHash !== bodyHash)
    throw new AppError('unprocessable', 'This Idempotency-Key was used with another body')
  if (status === null)
    throw new AppError(
      'conflict',
      isRunning
        ? 'The first request with this Idempotency-Key is still running'
        : 'The first request with this Idempotency-Key made a change, but its answer was lost. Read what is stored before you send it with another key.',
    )
  return { body: await repeat(result), status, isRepeated: true }
}
