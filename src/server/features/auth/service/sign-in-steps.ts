import type { CurrentUser } from '#contract/auth.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import type { Database, Query } from '#server/platform/db/database.ts'
import { digest, newSecret } from '#server/platform/ids.ts'
import * as policy from '../policy.ts'
import * as store from '../store.ts'

/** From a taken link to a session: at once, or by way of a code where the account asks for one. */
export function signInSteps(db: Database) {
  async function startSession(tx: Query, userId: string, device: string | null): Promise<string> {
    const sid = newSecret()
    await store.insertSession(tx, { sid: digest(sid), userId, days: policy.SESSION_IDLE_DAYS, device })
    return sid
  }

  const auditUser = (tx: Query, user: Pick<CurrentUser, 'id' | 'role'>, action: string, requestId: string) =>
    auditPlatform(tx, { actor: { kind: 'user', userId: user.id, role: user.role }, action, requestId })

  return {
    /**
     * What follows a link. The caller holds the user's row, as turning a second factor on does: no session can slip past
     * it.
     */
    async begin(
      tx: Query,
      user: Pick<CurrentUser, 'id' | 'role'>,
      request: { requestId: string; userAgent: string | undefined },
    ): Promise<{ sid: string; awaitsCode: boolean }> {
      const device = policy.deviceOf(request.userAgent)
      if (!(await store.hasSecondFactor(tx, user.id))) {
        await auditUser(tx, user, 'sign-in.succeeded', request.requestId)
        return { sid: await startSession(tx, user.id, device), awaitsCode: false }
      }
      const sid = newSecret()
      await store.insertPendingSignIn(tx, {
        sid: digest(sid),
        userId: user.id,
        minutes: policy.PENDING_SIGN_IN_MINUTES,
        device,
      })
      await auditUser(tx, user, 'sign-in.code-awaited', request.requestId)
      return { sid, awaitsCode: true }
    },

    later: {
      /** Whose sign-in waits for its code under this id. */
      pendingSignInOf: async (sid: string | undefined): Promise<string | undefined> =>
        sid && sid.length <= 100 ? store.findPendingSignIn(db, digest(sid)) : undefined,

      /**
       * Makes a session of a sign-in that waits, under a new id; part of the transaction that took the code.
       *
       * @returns the new id; null where the sign-in has ended meanwhile
       */
      async completeSignIn(
        tx: Query,
        user: Pick<CurrentUser, 'id' | 'role'>,
        { halfSid, requestId }: { halfSid: string; requestId: string },
      ): Promise<string | null> {
        const half = await store.claimPendingSignIn(tx, digest(halfSid))
        if (half?.userId !== user.id) return null
        await auditUser(tx, user, 'sign-in.succeeded', requestId)
        return startSession(tx, user.id, half.device)
      },

      /** Whether a session began within so many minutes. */
      isFresh: (sid: string, minutes: number): Promise<boolean> => store.isFresh(db, digest(sid), minutes),

      /** Ends what waits for a code of somebody; part of the caller's transaction. */
      endHalfSignIns: store.deletePendingSignIns,

      /** Ends every session of somebody but the one they ask by; part of the caller's transaction. */
      endOtherSessions: (tx: Query, userId: string, sid: string): Promise<number> =>
        store.deleteSessions(tx, userId, digest(sid)),
    },
  }
}
