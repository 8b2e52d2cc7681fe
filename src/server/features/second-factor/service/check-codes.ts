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

type PlatformPart = 'db' | 'queue' | 'mailer' | 'clock' | 'log' | 'secrets'
export type Deps = Pick<Platform, PlatformPart | 'adminEmails' | 'operatorsNeedSecondFactor'>

/** Checks codes: each works once, and guesses are rate limited. */
export function checkCodes({ db, clock, log, secrets }: Deps) {
  /** Accepts a code of the app, which voids it and all earlier ones. */
  async function isCorrectAppCode(
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
  async function isCorrectCode(tx: Query, userId: string, input: string): Promise<boolean> {
    const parsed = parseCode(input)
    if (parsed?.kind === 'recovery')
      return store.claimRecoveryCode(tx, userId, recoveryHash(userId, parsed.code))
    const sealed = await store.findSecret(tx, userId)
    return parsed !== null && sealed !== undefined && isCorrectAppCode(tx, userId, sealed, parsed.code)
  }

  /**
   * Runs `onAccepted` in the transaction that accepts the code. Attempts of one account run one at a time; each counts
   * before it is checked, and only a correct one is uncounted.
   *
   * @throws {AppError} invalid for a wrong code, rate_limited after five in 15 minutes
   */
  async function withCode<T>(
    caller: { userId: string; requestId: string },
    isCorrect: (tx: Query) => Promise<boolean>,
    onAccepted: (tx: Query, account: store.Account) => Promise<T>,
  ): Promise<T> {
    const limit = {
      bucket: limits.bucketOf(caller.userId),
      max: limits.MAX_WRONG_CODES,
      minutes: limits.WRONG_WINDOW_MINUTES,
    }
    // Errors are returned, because the count and the audit line of a wrong code must commit.
    const outcome = await db.transaction(async (tx): Promise<{ value: T } | { error: AppError }> => {
      const seconds = await consumeLimits(tx, [limit])
      if (seconds !== null) return { error: tooManyCodesError(seconds) }
      const account = await store.lockAccount(tx, caller.userId)
      if (!account) throw new AppError('unauthenticated', 'Please log in to continue')
      if (!(await isCorrect(tx))) {
        await auditPlatform(tx, {
          actor: { kind: 'user', userId: account.id, role: account.role },
          action: 'second-factor.refused',
          requestId: caller.requestId,
        })
        return { error: wrongCodeError() }
      }
      await releaseHit(tx, limit.bucket)
      return { value: await onAccepted(tx, account) }
    })
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }

  return {
    isCorrectAppCode,
    withCode,
    /** Like `withCode`, for an app or recovery code. */
    withAnyCode: <T>(
      caller: { userId: string; requestId: string },
      input: string,
      onAccepted: (tx: Query, account: store.Account) => Promise<T>,
    ): Promise<T> => withCode(caller, (tx) => isCorrectCode(tx, caller.userId, input), onAccepted),
  }
}

const wrongCodeError = () =>
  fieldError(
    'invalid',
    'code',
    'This code is wrong or was already used. Wait for the next one and try again.',
  )

function tooManyCodesError(retryAfterSeconds: number): AppError {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60))
  return new AppError(
    'rate_limited',
    `Too many wrong codes. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfterSeconds },
  )
}
