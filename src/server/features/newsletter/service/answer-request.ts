import { addDays } from '#server/platform/clock.ts'
import { digest, newSecret } from '#server/platform/ids.ts'
import { sendLeased } from '#server/platform/mail/mail-retry.ts'
import { type Email, emailFailureOf } from '#server/platform/mail/mailer.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from '../limits.ts'
import * as store from '../store/subscriptions.ts'
import { confirmationEmail, subscribedAlreadyEmail } from './emails.ts'

const HOUR_MS = 3_600_000

type Deps = Pick<Platform, 'db' | 'mailer' | 'clock' | 'site' | 'appUrl'>

/** An email whose token is stored; `undo` removes it when the email was not sent. */
type RequestReply = { email: Email; undo(): Promise<void> }

/**
 * Answers a request with a confirmation link, or with a note that the address is already subscribed. The token is
 * created here, so that neither tables nor queue ever store it.
 *
 * @throws when the email was not sent; the sweep retries the request after a pause
 */
export function answerRequest(deps: Deps, id: string): Promise<void> {
  const { db, mailer, clock } = deps
  return sendLeased(clock.now(), {
    claim: (now, leaseUntil) => store.claimRequest(db, id, now, leaseUntil),
    async send({ email }) {
      const reply = await prepareReply(deps, email, clock.now())
      if (!reply) return
      try {
        await mailer.send(reply.email)
      } catch (error) {
        await reply.undo()
        if (emailFailureOf(error) !== 'rejected') throw error
      }
    },
    settle: (next): Promise<unknown> =>
      next ? store.postponeRequest(db, id, next) : store.removeRequest(db, id),
  })
}

function prepareReply(deps: Deps, email: string, now: Date): Promise<RequestReply | null> {
  const { db } = deps
  const token = newSecret()
  const hash = digest(token)
  return db.transaction(async (tx) => {
    const { id, isActive, remindedAt } = await store.lockSubscription(tx, email, now)
    if (!isActive) {
      const expiresAt = addDays(now, limits.CONFIRM_DAYS)
      await store.insertToken(tx, { hash, subscriptionId: id, purpose: 'confirm', expiresAt })
      return { email: confirmationEmail(email, token, deps), undo: () => store.removeToken(db, hash) }
    }
    if (remindedAt && now.getTime() - Date.parse(remindedAt) < limits.REMINDER_HOURS * HOUR_MS) return null
    await store.insertToken(tx, { hash, subscriptionId: id, purpose: 'unsubscribe', expiresAt: null })
    // Set before the email is sent, so that two concurrent requests send one email.
    await store.setReminded(tx, id, now)
    return {
      email: subscribedAlreadyEmail(email, token, deps),
      undo: async () => {
        await store.removeToken(db, hash)
        await store.setReminded(db, id, remindedAt)
      },
    }
  })
}
