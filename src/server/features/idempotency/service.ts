import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Idempotency } from '#server/platform/http/idempotency.ts'
import { digest } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

/**
 * Runs a request once for each `Idempotency-Key`. Ids of the result are stored, never the answer, which may name people: a
 * repeated request reads it again.
 */
export function idempotencyService({ db }: Pick<Platform, 'db'>) {
  const run: Idempotency = async ({ organizationId, sender, route, key, bodyHash }, { work, repeat }) => {
    const request = { sender, route, keyHash: digest(key), bodyHash }
    const recorded = await db.tenant(organizationId, async (tx) =>
      (await store.claim(tx, request)) ? null : store.findRequest(tx, request),
    )
    if (recorded) return repeatedRequest(recorded, bodyHash, repeat)
    try {
      const { status, result, body } = await work()
      await db.tenant(organizationId, (tx) => store.finish(tx, request, { status, result }))
      return { body, status, isRepeated: false }
    } catch (error) {
      await db.tenant(organizationId, (tx) => store.release(tx, request))
      throw error
    }
  }

  return {
    run,
    /** Deletes records of old requests. @returns the number of deleted rows */
    deleteOutdated: (organizationId: OrganizationId, limit: number): Promise<number> =>
      db.tenant(organizationId, (tx) => store.deleteOutdated(tx, limit)),
  }
}
export type IdempotencyService = ReturnType<typeof idempotencyService>

/** @throws {AppError} unprocessable for another body, conflict while the first request runs */
async function repeatedRequest<T>(
  { bodyHash: recordedHash, status, result }: store.RecordedRequest,
  bodyHash: string,
  repeat: (result: unknown) => Promise<T>,
) {
  if (recordedHash !== bodyHash)
    throw new AppError('unprocessable', 'This Idempotency-Key was used with another body')
  if (status === null)
    throw new AppError('conflict', 'The first request with this Idempotency-Key is still running')
  return { body: await repeat(result), status, isRepeated: true }
}
