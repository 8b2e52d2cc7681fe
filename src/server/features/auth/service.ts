import type { CurrentUser, LinkConfirmation } from '#contract/auth.ts'
import { isEmailAddress, normalizeEmail } from '#domain/identity/email.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import type { Query } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Session } from '#server/platform/http/session.ts'
import { networkHash } from '#server/platform/http/stored-limits.ts'
import { digest, newSecret } from '#server/platform/ids.ts'
import { mails } from '#server/platform/metrics.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from './policy.ts'
import { linkLimits, throttlePerMinute } from './service/link-limits.ts'
import { ownSessions } from './service/own-sessions.ts'
import { createSessionReader } from './service/session-reading.ts'
import { signInSteps } from './service/sign-in-steps.ts'
import * as store from './store.ts'

export const SIGN_IN_MAIL_JOB = 'send-sign-in-mail'

/**
 * `to` is the address, sealed: a job outlives its work by an hour, and the person perhaps not. `browser` is the hash of the
 * cookie of the browser that asked; null for a link that no browser asked for.
 */
export type SignInMail = { to: { keyId: string; sealed: string }; send: boolean; browser: string | null }

/** No hash: a link that no browser asked for, and every browser may go on with. */
const ANY_BROWSER = '*'

type Failure = 'invalid_token' | 'expired_token' | 'too_many'

/** Passwordless sign-in: one-time links, sessions, who the caller is. */
export function authService(platform: Platform) {
  const { db, queue, mailer, appUrl, adminEmails, operatorsNeedSecondFactor, secrets, site } = platform
  const { clock, log, signInMailsPerHour = policy.MAILS_PER_HOUR } = platform
  const { name } = site.brand
  const isPlatformAdmin = (email: string) => adminEmails.includes(email)

  async function linkFor(email: string, browser: string | null): Promise<string> {
    const token = newSecret()
    const link = { email, token: digest(token), browser, minutes: policy.LINK_MINUTES }
    await db.transaction((tx) => store.insertToken(tx, link))
    return `${appUrl}/auth/verify?token=${token}`
  }

  const signIns = signInSteps(db)

  const warnMailLimit = throttlePerMinute(clock.now, () =>
    log.warn({ signInMailsPerHour }, 'Sign-in mails are held back: so many went out in this hour'),
  )
  const limits = linkLimits(db, {
    mailsLeave: mailer.outbox === null,
    mailsPerHour: signInMailsPerHour,
    held(limit) {
      mails.labels('held').inc()
      if (limit === 'everybody') warnMailLimit()
    },
  })

  async function putInQueue(email: string, send: boolean, browser: string | null): Promise<void> {
    const { keyId, sealed } = secrets.seal(Buffer.from(email), SIGN_IN_MAIL_JOB)
    const mail: SignInMail = { to: { keyId, sealed: sealed.toString('base64') }, send, browser }
    await queue.send(SIGN_IN_MAIL_JOB, mail)
  }

  async function mailNewLink(email: string, browser: string | null): Promise<void> {
    const link = await linkFor(email, browser)
    await mailer.send({
      to: email,
      subject: `Your sign-in link for ${name}`,
      text: `Sign in to ${name}:\n\n${link}\n\nThe link works once and expires in ${policy.LINK_MINUTES} minutes. If you did not ask for it, ignore this mail.`,
    })
  }

  return {
    /**
     * Issues a link that signs in once within 15 minutes, and voids the older ones of the address. It is for the console of
     * the operator, where nobody else reads it: so it goes on by itself in every browser.
     */
    issueLink: (email: string): Promise<string> => linkFor(email, ANY_BROWSER),

    /** Mails somebody a link without their asking for it. */
    mailLink: (email: string): Promise<void> => putInQueue(email, true, null),

    /**
     * Asks for a link. The answer is the same for every well-formed address, known or not, limited or not: only the
     * mailbox learns more. The token is made when the mail is sent, so that the queue never holds one. `browser` is the
     * secret of the browser that asks, in which the link goes on by itself; null for a program.
     *
     * @throws {AppError} invalid for what is no address, rate_limited for a network that asks too often
     */
    async requestLink(typed: string, ip: string, browser: string | null): Promise<void> {
      const email = normalizeEmail(typed)
      if (!email || !isEmailAddress(email)) {
        const message = 'Please enter a valid email address'
        throw new AppError('invalid', message, { fields: { email: message } })
      }
      await putInQueue(email, await limits.countRequest(email, ip), browser && digest(browser))
    },

    /** Sends the mail of a request; called by the job, which repeats it while the mail server is away. */
    async sendLink({ to, send, browser = null }: SignInMail): Promise<void> {
      if (!send) return
      const sealed = { keyId: to.keyId, sealed: Buffer.from(to.sealed, 'base64') }
      const email = secrets.open(sealed, SIGN_IN_MAIL_JOB)?.toString()
      if (!email) throw new Error('No key opens the address of a sign-in mail')
      if (!(await limits.takeMail(email))) return
      await mailNewLink(email, browser).catch(async (error) => {
        await limits.releaseMail(email)
        throw error
      })
    },

    /**
     * What has to be asked before a link is taken. A page of another site can lead a browser to a link of its own: then
     * another browser asked for the link, or somebody else is signed in. Takes nothing.
     *
     * @returns null where nothing has to be asked, also for a link that is void
     * @throws {AppError} rate_limited for a network that asks too often
     */
    async questionOf(
      token: string | undefined,
      from: { ip: string; browser: string | undefined; session: Session | null },
    ): Promise<LinkConfirmation | null> {
      const network = `magic-link:look:${networkHash(from.ip)}`
      if (
        (await store.recordHit(db, network, policy.LIMIT_WINDOW_MINUTES)) > policy.LINK_CHECKS_PER_NETWORK
      ) {
        throw new AppError('rate_limited', 'Too many links were opened. Try again in 15 minutes.', {
          retryAfterSeconds: policy.LIMIT_WINDOW_MINUTES * 60,
        })
      }
      const link = await store.findToken(db, digest(token ?? ''))
      if (!link) return null
      const signedInAs = from.session && from.session.email !== link.email ? from.session.email : null
      const isSameBrowser =
        link.browser === ANY_BROWSER || (from.browser !== undefined && digest(from.browser) === link.browser)
      return isSameBrowser && !signedInAs ? null : { email: link.email, signedInAs }
    },

    /**
     * Takes a link: makes the user at the first sign-in and starts a session under a new id, or where the account asks for
     * a code, what waits for it.
     */
    async takeLink(
      token: string | undefined,
      request: { ip: string; oldSid: string | undefined; requestId: string; userAgent: string | undefined },
    ): Promise<{ ok: true; sid: string; awaitsCode: boolean } | { ok: false; reason: Failure }> {
      const network = `magic-link:take:${networkHash(request.ip)}`
      const hash = digest(token ?? '')
      // Counted and taken on one connection: in a crowd, whoever was counted must not wait for another one.
      return db.transaction(async (tx) => {
        const takes = await store.recordHit(tx, network, policy.LIMIT_WINDOW_MINUTES)
        if (takes > policy.LINK_USES_PER_NETWORK) return { ok: false, reason: 'too_many' }
        const taken = await store.claimToken(tx, hash)
        if (!taken) {
          const expired = await store.isExpiredToken(tx, hash)
          await auditPlatform(tx, {
            actor: { kind: 'visitor' },
            action: 'sign-in.refused',
            requestId: request.requestId,
          })
          return { ok: false, reason: expired ? 'expired_token' : 'invalid_token' }
        }
        const user = await store.upsertUser(tx, taken.email)
        if (request.oldSid) await store.deleteSession(tx, digest(request.oldSid))
        return { ok: true, ...(await signIns.begin(tx, user, request)) }
      })
    },

    ...createSessionReader(db, { isPlatformAdmin, needSecondFactor: operatorsNeedSecondFactor }),

    /** The user of an address, if there is one. */
    userOf: (email: string): Promise<CurrentUser | undefined> => store.findUserByEmail(db, email),

    /** The user of an address, made if need be; for work done by the system. */
    ensureUser: (email: string): Promise<CurrentUser> => store.upsertUser(db, email),

    async endSession(sid: string, requestId: string): Promise<void> {
      await db.transaction(async (tx) => {
        const hash = digest(sid)
        const userId =
          (await store.deleteSession(tx, hash)) ?? (await store.claimPendingSignIn(tx, hash))?.userId
        if (!userId) return
        await auditPlatform(tx, {
          actor: { kind: 'user', userId, role: 'MEMBER' },
          action: 'sign-out',
          requestId,
        })
      })
    },

    ...ownSessions(db),
    ...signIns.later,

    /** Ends all sessions of somebody; part of the caller's transaction. */
    endAllSessions: async (tx: Query, userId: string): Promise<number> => {
      await store.deletePendingSignIns(tx, userId)
      return store.deleteSessions(tx, userId, null)
    },

    /** Removes a user with all that signs them in; part of the caller's transaction. */
    removeUser: store.deleteUser,

    /** For privacy requests: whether an address has an account, and forgetting one that has none. */
    hasAccount: (email: string): Promise<boolean> => store.hasUser(db, email),
    forgetLinks: store.deleteLinksWithoutUser,

    async currentUser(session: Session): Promise<CurrentUser> {
      const user = await store.findUser(db, session.userId)
      if (!user) throw new AppError('unauthenticated', 'Please log in to continue')
      return session.isSuspended ? { ...user, isSuspended: true } : user
    },

    removeExpired: () => store.deleteExpired(db),
  }
}
export type AuthService = ReturnType<typeof authService>
