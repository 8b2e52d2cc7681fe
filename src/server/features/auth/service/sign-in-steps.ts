import type { CurrentUser } from '#contract/auth.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import type { Database, Query } from '#server/platform/db/database.ts'
import { digest, newSecret } from '#server/platform/ids.ts'
import * as limits from '../limits.ts'
import * as store from '../store.ts'
import type { SignInRequest, StartedSignIn } from './link-policy.ts'

/** Steps from a used link to a session, with a code in between if the account asks for one. */
export function createSignInSteps(db: Database, isPlatformAdmin: (email: string) => boolean) {
  /** Starts a session in an organization; null for the user's home organization. */
  async function startSession(
    tx: Query,
    userId: string,
    { device, organizationId }: { device: string | null; organizationId: string | null },
  ): Promise<string> {
    const sid = newSecret()
    await store.insertSession(tx, { sid: digest(sid), userId, days: limits.SESSION_IDLE_DAYS, device })
    if (organizationId) await store.updateActiveOrganization(tx, digest(sid), organizationId)
    return sid
  }

  const auditUser = (tx: Query, user: Pick<CurrentUser, 'id' | 'role'>, action: string, requestId: string) =>
    auditPlatform(tx, { actor: { kind: 'user', userId: user.id, role: user.role }, action, requestId })

  /**
   * Continues after a link. The caller has locked the user's row, as enabling a second factor does, so no session can slip
   * past it. Someone who is vouched for needs no code.
   */
  async function begin(
    tx: Query,
    user: Pick<CurrentUser, 'id' | 'role'>,
    request: {
      requestId: string
      userAgent: string | undefined
      isVouchedFor?: boolean
      /** The organization to work in; the user's home organization if omitted. */
      organizationId?: string
    },
  ): Promise<{ sid: string; isAwaitingCode: boolean }> {
    const { organizationId = null } = request
    const device = deviceOf(request.userAgent)
    if (request.isVouchedFor || !(await store.hasSecondFactor(tx, user.id))) {
      await auditUser(tx, user, 'sign-in.succeeded', request.requestId)
      return { sid: await startSession(tx, user.id, { device, organizationId }), isAwaitingCode: false }
    }
    const sid = newSecret()
    await store.insertPendingSignIn(tx, {
      sid: digest(sid),
      userId: user.id,
      minutes: limits.PENDING_SIGN_IN_MINUTES,
      device,
      organizationId,
    })
    await auditUser(tx, user, 'sign-in.code-awaited', request.requestId)
    return { sid, isAwaitingCode: true }
  }

  return {
    begin,

    serviceMethods: {
      /**
       * Signs in a user for whom the identity provider of an organization vouches, to work there. That counts as a second
       * factor, except for people of other organizations and for operators of this instance. Part of the caller's
       * transaction, which has locked the account.
       */
      async signInVouched(
        tx: Query,
        user: Pick<CurrentUser, 'id' | 'role' | 'email'>,
        request: SignInRequest & { organizationId: string; isOnlyHere: boolean },
      ): Promise<StartedSignIn> {
        if (request.oldSid) await store.deleteSession(tx, digest(request.oldSid))
        const isVouchedFor = request.isOnlyHere && !isPlatformAdmin(user.email)
        return begin(tx, user, { ...request, isVouchedFor })
      },

      /** User id of the pending sign-in with this id. */
      pendingSignInOf: async (sid: string | undefined): Promise<string | undefined> =>
        sid && sid.length <= 100 ? store.findPendingSignIn(db, digest(sid)) : undefined,

      /**
       * Turns a pending sign-in into a session with a new id; part of the transaction that checked the code.
       *
       * @returns the new id; null if the sign-in has ended in the meantime
       */
      async completeSignIn(
        tx: Query,
        user: Pick<CurrentUser, 'id' | 'role'>,
        { pendingSid, requestId }: { pendingSid: string; requestId: string },
      ): Promise<string | null> {
        const pendingSignIn = await store.claimPendingSignIn(tx, digest(pendingSid))
        if (pendingSignIn?.userId !== user.id) return null
        await auditUser(tx, user, 'sign-in.succeeded', requestId)
        return startSession(tx, user.id, pendingSignIn)
      },

      /** True if a session began within this many minutes. */
      isFresh: (sid: string, minutes: number): Promise<boolean> => store.isFresh(db, digest(sid), minutes),

      /** Ends the pending sign-ins of a user; part of the caller's transaction. */
      endPendingSignIns: store.deletePendingSignIns,

      /** Ends every session of a user except the calling one; part of the caller's transaction. */
      endOtherSessions: (tx: Query, userId: string, sid: string): Promise<number> =>
        store.deleteSessions(tx, userId, digest(sid)),
    },
  }
}

// The first match counts: most browsers also name the ones they descend from.
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Browser and device in everyday words, such as `Chrome on Windows`; null if neither is recognized. */
export function deviceOf(userAgent: string | undefined): string | null {
  const nameIn = (patterns: typeof BROWSERS) =>
    patterns.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const names = [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((name) => name !== undefined)
  return names.join(' on ') || null
}
