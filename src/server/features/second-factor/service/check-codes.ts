import { readCode } from '#domain/identity/second-factor.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import type { Query } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { releaseHit, takeHits } from '#server/platform/http/stored-limits.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { SealedSecret } from '#server/platform/secrets.ts'
import * as policy from '../policy.ts'
import * as store from '../store.ts'
import { stepOf } from './one-time-code.ts'
import { recoveryHash } from './recovery-codes.ts'

export type Deps = Pick<
  Platform,
  | 'db'
  | 'queue'
  | 'mailer'
  | 'clock'
  | 'log'
  | 'secrets'
  | 'site'
  | 'adminEmails'
  | 'operatorsNeedSecondFactor'
>

type CodeOutcome<T> = { is: 'done'; value: T } | { is: 'wrong' } | { is: 'limited'; seconds: number }

/** Whether a code is right, once for each code and seldom for whoever guesses. */
export function checkCodes({ db, clock, log, secrets }: Deps) {
  /** Takes a code of the app: it, and those before, are taken no more. */
  async function isRightAppCode(
    tx: Query,
    userId: string,
    sealed: SealedSecret,
    code: string,
  ): Promise<boolean> {
    const secret = secrets.open(sealed, policy.sealOf(userId))
    if (!secret) {
      log.error(
        { userId, keyId: sealed.keyId },
        'The secret of a second factor cannot be read: its key is missing',
      )
      throw new AppError(
        'unavailable',
        'Codes of your app cannot be checked at the moment. Use a recovery code, or ask support.',
      )
    }
    const step = stepOf(secret, code, clock.now())
    return step !== null && store.claimStep(tx, userId, step)
  }

  return {
    isRightAppCode,

    /** Takes a code of the app or a recovery code of an account whose second factor is on. */
    async isRightCode(tx: Query, userId: string, typed: string): Promise<boolean> {
      const read = readCode(typed)
      if (read?.kind === 'recovery')
        return store.claimRecoveryCode(tx, userId, recoveryHash(userId, read.code))
      const sealed = await store.findSecret(tx, userId)
      return read !== null && sealed !== undefined && isRightAppCode(tx, userId, sealed, read.code)
    },

    /**
     * Does what a right code allows, in the transaction that takes the code. Attempts of one account follow one another,
     * each is counted before it is looked at, and only a right one is given back.
     *
     * @throws {AppError} invalid for a wrong code, rate_limited after five in 15 minutes
     */
    async withCode<T>(
      who: { userId: string; requestId: string },
      isRight: (tx: Query) => Promise<boolean>,
      then: (tx: Query, account: store.Account) => Promise<T>,
    ): Promise<T> {
      const limit = {
        bucket: policy.bucketOf(who.userId),
        max: policy.WRONG_CODES,
        minutes: policy.WRONG_WINDOW_MINUTES,
      }
      const outcome = await db.transaction(async (tx): Promise<CodeOutcome<T>> => {
        const seconds = await takeHits(tx, [limit])
        if (seconds !== null) return { is: 'limited', seconds }
        const account = await store.lockAccount(tx, who.userId)
        if (!account) throw new AppError('unauthenticated', 'Please log in to continue')
        if (!(await isRight(tx))) {
          await auditPlatform(tx, {
            actor: { kind: 'user', userId: account.id, role: account.role },
            action: 'second-factor.refused',
            requestId: who.requestId,
          })
          return { is: 'wrong' }
        }
        await releaseHit(tx, limit.bucket)
        return { is: 'done', value: await then(tx, account) }
      })
      if (outcome.is === 'done') return outcome.value
      throw outcome.is === 'wrong' ? wrongCode() : tooMany(outcome.seconds)
    },
  }
}

function wrongCode(): AppError {
  const message = 'This code is not right, or was used already. Wait for the next one and try again.'
  return new AppError('invalid', message, { fields: { code: message } })
}

function tooMany(retryAfterSeconds: number): AppError {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60))
  return new AppError(
    'rate_limited',
    `Too many wrong codes. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfterSeconds },
  )
}
