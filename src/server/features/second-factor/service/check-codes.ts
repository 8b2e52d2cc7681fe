import { parseCode } from '#domain/identity/second-factor.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import type { Query } from '#server/platform/db/database.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { consumeLimits, releaseHit } from '#server/platform/http/stored-limits.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { SealedSecret } from '#server/platform/secrets.ts'
import * as limits from '../limits.ts'
import * as store from '../store.ts'
import { stepOf } from './one-time-code.ts'
import { recoveryHash } from './recovery-codes.ts'

type Part = 'db' | 'queue' | 'mailer' | 'clock' | 'log' | 'secrets' | 'site'
export type Deps = Pick<Platform, Part | 'adminEmails' | 'operatorsNeedSecondFactor'>

/** Checks codes: each works once, and guesses are rate limited. */
export function checkCodes({ db, clock, log, secrets }: Deps) {
  /** Accepts a code of the app, which voids it and all earlier ones. */
  async function isRightAppCode(
    tx: Query,
    userId: string,
    sealed: SealedSecret,
    code: string,
  ): Promise<boolean> {
    const secret = secrets.open(sealed, limits.sealOf(userId))
    if (!secret) {
      log.error({ userId, keyId: sealed.keyId }, 'The key of a 2FA secret is missing')
      throw new AppError(
        'unavailable',
        "We can't check authenticator codes right now. Use a recovery code or contact support.",
      )
    }
    const step = stepOf(secret, code, clock.now())
    return step !== null && store.claimStep(tx, userId, step)
  }

  /** Accepts an app or recovery code of an account with 2FA. */
  async function isRightCode(tx: Query, userId: string, typed: string): Promise<boolean> {
    const read = parseCode(typed)
    if (read?.kind === 'recovery') return store.claimRecoveryCode(tx, userId, recoveryHash(userId, read.code))
    const sealed = await store.findSecret(tx, userId)
    return read !== null && sealed !== undefined && isRightAppCode(tx, userId, sealed, read.code)
  }

  /**
   * Runs `then` in the transaction that accepts the code. Attempts of one account run one at a time; each counts
   * before it is checked, and only a right one is uncounted.
   *
   * @throws {AppError} invalid for a wrong code, rate_limited after five in 15 minutes
   */
  async function withCode<T>(
    caller: { userId: string; requestId: string },
    isRight: (tx: Query) => Promise<boolean>,
    then: (tx: Query, account: store.Account) => Promise<T>,
  ): Promise<T> {
    const limit = {
      bucket: limits.bucketOf(caller.userId),
      max: limits.WRONG_CODES,
      minutes: limits.WRONG_WINDOW_MINUTES,
    }
    // Errors are returned, because the count and the audit line of a wrong code must commit.
    const outcome = await db.transaction(async (tx): Promise<{ value: T } | { error: AppError }> => {
      const seconds = await consumeLimits(tx, [limit])
      if (seconds !== null) return { error: tooMany(seconds) }
      const account = await store.lockAccount(tx, caller.userId)
      if (!account) throw new AppError('unauthenticated', 'Please log in to continue')
      if (!(await isRight(tx))) {
        await auditPlatform(tx, {
          actor: { kind: 'user', userId: account.id, role: account.role },
          action: 'second-factor.refused',
          requestId: caller.requestId,
        })
        return { error: wrongCode() }
      }
      await releaseHit(tx, limit.bucket)
      return { value: await then(tx, account) }
    })
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }

  return {
    isRightAppCode,
    withCode,
    /** Like `withCode`, for an app or recovery code. */
    withAnyCode: <T>(
      caller: { userId: string; requestId: string },
      typed: string,
      then: (tx: Query, account: store.Account) => Promise<T>,
    ): Promise<T> => withCode(caller, (tx) => isRightCode(tx, caller.userId, typed), then),
  }
}

const wrongCode = () =>
  fieldError(
    'invalid',
    'code',
    'This code is wrong or was already used. Wait for the next one and try again.',
  )

function tooMany(retryAfterSeconds: number): AppError {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60))
  return new AppError(
    'rate_limited',
    `Too many wrong codes. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfterSeconds },
  )
}
