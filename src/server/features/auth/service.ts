import type { CurrentUser, LinkConfirmation } from '#contract/auth.ts'
import type { BrandsService } from '#server/features/brands/service.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import type { Query } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RequestSite } from '#server/platform/http/hosts.ts'
import type { Session } from '#server/platform/http/session.ts'
import { networkHash } from '#server/platform/http/stored-limits.ts'
import { digest } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import { ANY_BROWSER, createLinkEmails } from './service/link-emails.ts'
import {
  ALLOWED,
  type LinkPolicy,
  type LinkRule,
  type SignInRequest,
  type StartedSignIn,
} from './service/link-policy.ts'
import { createOwnSessions } from './service/own-sessions.ts'
import { createSessionReader } from './service/session-reading.ts'
import { createSignInSteps } from './service/sign-in-steps.ts'
import * as store from './store.ts'

export { SIGN_IN_EMAIL_JOB, type SignInEmail } from './service/link-emails.ts'
export type { LinkPolicy, LinkRule } from './service/link-policy.ts'

type LinkFailure = 'invalid_token' | 'expired_token' | 'too_many' | 'not_a_member'

/** Passwordless sign-in: one-time links and sessions. */
export function authService(
  platform: Platform,
  { brands, links }: { brands: Pick<BrandsService, 'recipientBrandOf'>; links: LinkPolicy },
) {
  const { db, adminEmails, operatorsNeedSecondFactor } = platform
  const isPlatformAdmin = (email: string) => adminEmails.includes(email)

  const emails = createLinkEmails(platform, { brands, links })
  const { canSignIn, pageOf } = emails
  const steps = createSignInSteps(db, isPlatformAdmin)
  const reader = createSessionReader(db, { isPlatformAdmin, needSecondFactor: operatorsNeedSecondFactor })

  async function currentUser(session: Session): Promise<CurrentUser> {
    const user = await store.findUser(db, session.userId)
    if (!user) throw new AppError('unauthenticated', 'Please log in to continue')
    const { organizationId, role, access } = session
    return { ...user, organizationId, role, access, ...(session.isSuspended ? { isSuspended: true } : {}) }
  }

  /** Begins a sign-in of a mailbox's owner, and ends the browser's previous session. */
  async function beginByEmail(
    tx: Query,
    email: string,
    rule: LinkRule,
    request: SignInRequest,
  ): Promise<StartedSignIn> {
    const user = await store.upsertUser(tx, email)
    if (request.oldSid) await store.deleteSession(tx, digest(request.oldSid))
    const started = await steps.begin(tx, user, request)
    if (rule.kind === 'exception') {
      const { organizationId } = rule
      await links.recordException(tx, { organizationId, user, requestId: request.requestId })
    }
    return started
  }

  return {
    ...emails.serviceMethods,

    /**
     * The confirmation to ask for before a link is used. Another site can lead a browser to a link of its own: then another
     * browser requested the link, or another user is signed in. Doesn't use the link.
     *
     * @returns null if no confirmation is needed, also for a void link
     * @throws {AppError} rate_limited for a network with too many requests
     */
    async findConfirmation(
      token: string | undefined,
      caller: { ip: string; browser: string | undefined; session: Session | null },
    ): Promise<LinkConfirmation | null> {
      const bucket = `magic-link:look:${networkHash(caller.ip)}`
      if ((await store.recordHit(db, bucket, limits.LIMIT_WINDOW_MINUTES)) > limits.LINK_CHECKS_PER_NETWORK) {
        throw new AppError('rate_limited', 'Too many links were opened. Try again in 15 minutes.', {
          retryAfterSeconds: limits.LIMIT_WINDOW_MINUTES * 60,
        })
      }
      const link = await store.findToken(db, digest(token ?? ''))
      if (!link) return null
      const signedInAs = caller.session && caller.session.email !== link.email ? caller.session.email : null
      const isRequestingBrowser =
        link.browser === ANY_BROWSER ||
        (caller.browser !== undefined && digest(caller.browser) === link.browser)
      return isRequestingBrowser && !signedInAs ? null : { email: link.email, signedInAs }
    },

    /**
     * Uses a link: creates the user at the first sign-in and starts a session under a new id, or a pending sign-in if the
     * account has a second factor.
     */
    async signInWithLink(
      token: string | undefined,
      request: SignInRequest & { ip: string; site: RequestSite },
    ): Promise<
      | { ok: true; sid: string; isAwaitingCode: boolean }
      | { ok: false; reason: LinkFailure }
      | { ok: false; reason: 'single_sign_on'; page: string }
    > {
      const bucket = `magic-link:take:${networkHash(request.ip)}`
      const hash = digest(token ?? '')
      // Read before the transaction, because the rule takes connections of its own.
      const link = await store.findToken(db, hash)
      const rule = link ? await links.ruleFor(link.email) : ALLOWED
      // Counting and claiming share one connection, so that a counted request never waits for a second one under load.
      return db.transaction(async (tx) => {
        const uses = await store.recordHit(tx, bucket, limits.LIMIT_WINDOW_MINUTES)
        if (uses > limits.LINK_USES_PER_NETWORK) return { ok: false, reason: 'too_many' }
        const claimedToken = await store.claimToken(tx, hash)
        if (!claimedToken) {
          const isExpired = await store.isExpiredToken(tx, hash)
          await auditPlatform(tx, {
            actor: { kind: 'visitor' },
            action: 'sign-in.refused',
            requestId: request.requestId,
          })
          return { ok: false, reason: isExpired ? 'expired_token' : 'invalid_token' }
        }
        if (!(await canSignIn(tx, claimedToken.email, request.site)))
          return { ok: false, reason: 'not_a_member' }
        if (rule.kind === 'refused') {
          const actor = { kind: 'visitor' } as const
          const details = { reason: 'single-sign-on' }
          await auditPlatform(tx, {
            ...{ actor, details, action: 'sign-in.refused', requestId: request.requestId },
          })
          return { ok: false, reason: 'single_sign_on', page: pageOf(rule, request.site) }
        }
        return { ok: true, ...(await beginByEmail(tx, claimedToken.email, rule, request)) }
      })
    },

    ...reader,

    /** True if signing in asks for a code after the link. */
    asksForCode: (userId: string): Promise<boolean> => store.hasSecondFactor(db, userId),

    /**
     * Signs in the owner of a mailbox, proven by another emailed link, and ends the browser's previous session. The caller
     * makes sure that the link works once.
     */
    async signInByEmail(email: string, request: SignInRequest): Promise<StartedSignIn> {
      const rule = await links.ruleFor(email)
      if (rule.kind === 'refused')
        throw new AppError('forbidden', 'Your organization requires single sign-on')
      return db.transaction((tx) => beginByEmail(tx, email, rule, request))
    },

    /** Whether an emailed link may sign in an address, and the URL of the page where it signs in otherwise. */
    linkRuleFor: links.ruleFor,
    singleSignOnPageOf: pageOf,

    /** The account of an address, created if needed and locked; part of the caller's transaction. */
    lockAccount: store.upsertUser,

    /** The user with this address, if there is one. */
    userOf: (email: string): Promise<store.UserRow | undefined> => store.findUserByEmail(db, email),

    /** The user with this address, created if needed; for work done by the system. */
    ensureUser: (email: string): Promise<store.UserRow> => store.upsertUser(db, email),

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

    ...createOwnSessions(db),
    ...steps.serviceMethods,

    /** Ends all sessions of a user; part of the caller's transaction. */
    endAllSessions: async (tx: Query, userId: string): Promise<number> => {
      await store.deletePendingSignIns(tx, userId)
      return store.deleteSessions(tx, userId, null)
    },

    /** Removes a user with their sessions and links; part of the caller's transaction. */
    removeUser: store.deleteUser,

    /**
     * Lets a session work in an organization; part of a transaction if one is given.
     *
     * @throws {AppError} not_found for an organization that the user doesn't belong to
     */
    async switchSession(sid: string, organizationId: string, tx: Query = db): Promise<void> {
      if (!(await store.updateActiveOrganization(tx, digest(sid), organizationId)))
        throw new AppError('not_found', 'You are not a member of this organization')
    },

    /** True if an address has an account; for privacy requests. */
    hasAccount: (email: string): Promise<boolean> => store.hasUser(db, email),
    /** Deletes the links of an address without an account; for privacy requests. */
    forgetLinks: store.deleteLinksWithoutUser,

    currentUser,

    /** The user of a session, read again after a change of memberships. @throws {AppError} unauthenticated */
    async readCurrentUser(sid: string | undefined): Promise<CurrentUser> {
      const session = await reader.sessionOf(sid)
      if (!session) throw new AppError('unauthenticated', 'Please log in to continue')
      return currentUser(session)
    },

    removeExpired: () => store.deleteExpired(db),
  }
}

export type AuthService = ReturnType<typeof authService>
