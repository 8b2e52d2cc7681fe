import { randomBytes } from 'node:crypto'
import type { ResetInput, SecondFactorStatus } from '#contract/second-factor.ts'
import { base32, keyUri, parseCode } from '#domain/identity/second-factor.ts'
import type { AuthService } from '#server/features/auth/service.ts'
import type { BrandsService } from '#server/features/brands/service.ts'
import { auditFor, auditPlatform } from '#server/platform/audit.ts'
import type { Query } from '#server/platform/db/database.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { actorOf, type Session } from '#server/platform/http/session.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import { sealOf } from './limits.ts'
import { checkCodes, type Deps } from './service/check-codes.ts'
import { changeEmail, type SecondFactorChange } from './service/emails.ts'
import { newRecoveryCodes } from './service/recovery-codes.ts'
import * as store from './store.ts'

export const SECOND_FACTOR_EMAIL_JOB = 'send-second-factor-mail'

/** The caller with the session they use. */
export type SignedInUser = { session: Session; sid: string; requestId: string }

const SESSION_ENDED_TEXT = 'Your sign-in expired. Request a new link.'

/** Two-factor authentication with an authenticator app, and recovery codes for when it is lost. */
export function secondFactorService(
  deps: Deps,
  { auth, brands }: { auth: AuthService; brands: Pick<BrandsService, 'emailBrandOf' | 'productNameOf'> },
) {
  const { db, queue, mailer, secrets, adminEmails, operatorsNeedSecondFactor } = deps
  const { withCode, withAnyCode, isCorrectAppCode } = checkCodes(deps)

  /** Queues the email before the change commits, so that no change goes without one. */
  const queueEmail = (userId: string, change: SecondFactorChange) =>
    queue.send(SECOND_FACTOR_EMAIL_JOB, { userId, change })

  function auditChange(tx: Query, account: store.Account, action: string, requestId: string): Promise<void> {
    const { id, role, organizationId } = account
    const actor = { kind: 'user', userId: id, role } as const
    return auditFor(tx, organizationId, { actor, action, subject: id, requestId })
  }

  async function replaceRecoveryCodes(tx: Query, userId: string): Promise<string[]> {
    const { codes, hashes } = newRecoveryCodes(userId)
    await store.replaceRecoveryCodes(tx, userId, hashes)
    return codes
  }

  /** @throws {AppError} conflict while 2FA is off */
  async function requireOn(userId: string): Promise<void> {
    const { since } = await store.readStatus(db, userId)
    if (!since) throw new AppError('conflict', 'Two-factor authentication is off')
  }

  return {
    resealAll: () => resealSecrets(deps),

    async status({ session, sid }: SignedInUser): Promise<SecondFactorStatus> {
      const { since, codesLeft } = await store.readStatus(db, session.userId)
      return {
        since,
        recoveryCodesLeft: since ? codesLeft : 0,
        isFresh: await auth.isFresh(sid, limits.RECENT_SIGN_IN_MINUTES),
        isRequired: operatorsNeedSecondFactor && adminEmails.includes(session.email),
      }
    },

    /**
     * Creates a secret that takes effect once a code confirms it. @throws {AppError} forbidden, conflict when 2FA is
     * on
     */
    async start({ session, sid }: SignedInUser): Promise<{ secret: string; uri: string }> {
      if (!(await auth.isFresh(sid, limits.RECENT_SIGN_IN_MINUTES))) {
        throw new AppError(
          'forbidden',
          `Sign in again first. You can do this within ${limits.RECENT_SIGN_IN_MINUTES} minutes of opening a sign-in link.`,
        )
      }
      const secretBytes = randomBytes(limits.SECRET_BYTES)
      if (
        !(await store.startSetup(
          db,
          session.userId,
          secrets.seal(secretBytes, limits.sealOf(session.userId)),
        ))
      )
        throw new AppError('conflict', 'Two-factor authentication is already on')
      const secret = base32(secretBytes)
      const issuer = await brands.productNameOf(session.organizationId)
      return { secret, uri: keyUri(issuer, session.email, secret) }
    },

    /** @returns the recovery codes @throws {AppError} invalid, rate_limited, conflict without a pending setup */
    async confirm({ session, sid, requestId }: SignedInUser, input: string): Promise<string[]> {
      const { userId } = session
      const code = parseCode(input)?.code ?? ''
      return withCode(
        { userId, requestId },
        async (tx) => {
          const setup = await store.findPendingSetup(tx, userId, limits.SETUP_MINUTES)
          if (!setup) throw new AppError('conflict', 'Setup timed out. Start again.')
          return isCorrectAppCode(tx, userId, setup, code)
        },
        async (tx, account) => {
          await store.confirmSetup(tx, userId)
          await auth.endOtherSessions(tx, userId, sid)
          await auditChange(tx, account, 'second-factor.turned-on', requestId)
          await queueEmail(userId, 'on')
          return replaceRecoveryCodes(tx, userId)
        },
      )
    },

    /** @returns new recovery codes @throws {AppError} conflict while 2FA is off, invalid, rate_limited */
    async renewRecoveryCodes(
      { session: { userId }, requestId }: SignedInUser,
      input: string,
    ): Promise<string[]> {
      await requireOn(userId)
      return withAnyCode({ userId, requestId }, input, async (tx, account) => {
        await auditChange(tx, account, 'second-factor.recovery-codes-renewed', requestId)
        await queueEmail(userId, 'recovery-codes')
        return replaceRecoveryCodes(tx, userId)
      })
    },

    /** @throws {AppError} conflict while 2FA is off, invalid, rate_limited */
    async turnOff({ session: { userId }, requestId }: SignedInUser, input: string): Promise<void> {
      await requireOn(userId)
      await withAnyCode({ userId, requestId }, input, async (tx, account) => {
        await store.deleteSecondFactor(tx, userId)
        await auth.endPendingSignIns(tx, userId)
        await auditChange(tx, account, 'second-factor.turned-off', requestId)
        await queueEmail(userId, 'off')
      })
    },

    /**
     * Completes a pending sign-in with its code.
     *
     * @returns the id of the new session
     * @throws {AppError} unauthenticated without a pending sign-in, invalid, rate_limited
     */
    async finishSignIn(pendingSid: string | undefined, input: string, requestId: string): Promise<string> {
      const userId = await auth.pendingSignInOf(pendingSid)
      if (!pendingSid || !userId) throw new AppError('unauthenticated', SESSION_ENDED_TEXT)
      const isRecovery = parseCode(input)?.kind === 'recovery'
      const sid = await withAnyCode({ userId, requestId }, input, async (tx, account) => {
        if (isRecovery) {
          await auditChange(tx, account, 'second-factor.recovery-code-used', requestId)
          await queueEmail(userId, 'recovery-code-used')
        }
        return auth.completeSignIn(tx, account, { pendingSid, requestId })
      })
      if (!sid) throw new AppError('unauthenticated', SESSION_ENDED_TEXT)
      return sid
    },

    /**
     * Lets an operator turn off 2FA for someone who lost the app and recovery codes, which leaves the emailed link.
     *
     * @throws {AppError} not_found when there is nothing to reset, conflict for the operator's own account
     */
    reset: (caller: Omit<SignedInUser, 'sid'>, { email, reason }: ResetInput): Promise<void> =>
      db.transaction(async (tx) => {
        const account = await store.findAccountByEmail(tx, email)
        if (account?.id === caller.session.userId) {
          throw new AppError(
            'conflict',
            'Turn off your own two-factor authentication in your profile, with a code',
          )
        }
        if (!account || !(await store.deleteSecondFactor(tx, account.id)))
          throw notFound('Account with two-factor authentication')
        await auth.endAllSessions(tx, account.id)
        const entry = {
          actor: actorOf(caller.session),
          action: 'operator.second-factor-reset',
          subject: account.id,
          details: { reason },
          requestId: caller.requestId,
        }
        await auditPlatform(tx, entry)
        if (account.organizationId) await auditFor(tx, account.organizationId, entry)
        await queueEmail(account.id, 'reset')
      }),

    /** Sends the email about a change; called by the job, which retries while the mail server is unavailable. */
    async sendEmail({ userId, change }: { userId: string; change: SecondFactorChange }): Promise<void> {
      const account = await store.findAccount(db, userId)
      if (!account) return
      const { site, complete } = await brands.emailBrandOf(
        account.organizationId === null ? null : parseOrganizationId(account.organizationId),
      )
      await mailer.send(complete(changeEmail(account.email, change, site)))
    },

    removeUnconfirmed: () => store.removeUnconfirmed(db, limits.SETUP_MINUTES),
  }
}
export type SecondFactorService = ReturnType<typeof secondFactorService>

const BATCH_SIZE = 100

/**
 * Encrypts all secrets with the newest key, so that older keys can be removed.
 *
 * @returns how many were encrypted again, and how many have an unknown key
 */
async function resealSecrets({ db, log, secrets }: Pick<Platform, 'db' | 'log' | 'secrets'>) {
  const counts = { resealed: 0, unreadable: 0 }
  for (let after: string | null = null; ; ) {
    const page = { after, limit: BATCH_SIZE }
    const batch: store.ForeignSecret[] = await store.listUnderOtherKeys(db, secrets.keyId, page)
    for (const foreignSecret of batch) {
      const plain = secrets.open(foreignSecret, sealOf(foreignSecret.userId))
      if (plain) await store.reseal(db, foreignSecret, secrets.seal(plain, sealOf(foreignSecret.userId)))
      counts[plain ? 'resealed' : 'unreadable'] += 1
    }
    after = batch.at(-1)?.userId ?? null
    if (!after) break
  }
  if (counts.unreadable > 0)
    log.error({ secrets: counts.unreadable }, "Some 2FA secrets can't be read: their key is missing")
  if (counts.resealed > 0) {
    const actor = { kind: 'system', job: 'reseal-second-factors' } as const
    const details = { secrets: counts.resealed }
    await db.transaction((tx) => auditPlatform(tx, { actor, action: 'second-factors.resealed', details }))
  }
  return counts
}
