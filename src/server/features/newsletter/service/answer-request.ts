import { addDays } from '#server/platform/clock.ts'
import { digest, newSecret } from '#server/platform/ids.ts'
import { MAIL_LEASE_MS, nextMailAt } from '#server/platform/mail/mail-retry.ts'
import { type Email, emailFailureOf } from '#server/platform/mail/mailer.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from '../policy.ts'
import * as store from '../store/subscriptions.ts'
import { confirmationMail, subscribedAlreadyMail } from './mails.ts'

const HOUR_MS = 3_600_000

type Deps = Pick<Platform, 'db' | 'mailer' | 'clock' | 'site' | 'appUrl'>

/** An email whose token is stored, with callbacks for both outcomes. */
type RequestReply = { mail: Email; onSent(): Promise<void>; onNotSent(): Promise<void> }

/**
 * Answers a request with a confirmation link, or with a note that the address is already subscribed. The token is
 * created here, so that neither tables nor queue ever store it.
 *
 * @throws when the email was not sent; the sweep retries the request after a pause
 */
export async function answerRequest(deps: Deps, id: string): Promise<void> {
  const { db, mailer, clock } = deps
  const now = clock.now()
  const request = await store.claimRequest(db, id, now, new Date(now.getTime() + MAIL_LEASE_MS))
  if (!request) return
  const answer = await prepareReply(deps, request.email, now)
  if (!answer) return store.removeRequest(db, id)
  try {
    await mailer.send(answer.mail)
  } catch (error) {
    await answer.onNotSent()
    const isOver =
      emailFailureOf(error) === 'rejected' || new Date(request.createdAt) < addDays(now, -policy.REQUEST_DAYS)
    if (isOver) return store.removeRequest(db, id)
    await store.postponeRequest(db, id, nextMailAt(request.mailAttempts, now))
    throw error
  }
  await answer.onSent()
  await store.removeRequest(db, id)
}

function prepareReply(deps: Deps, email: string, now: Date): Promise<RequestReply | null> {
  const { db } = deps
  const token = newSecret()
  const hash = digest(token)
  return db.transaction(async (tx) => {
    const { id, isActive, remindedAt } = await store.lockSubscription(tx, email, now)
    if (!isActive) {
      const expiresAt = addDays(now, policy.CONFIRM_DAYS)
      await store.insertToken(tx, { hash, subscriptionId: id, purpose: 'confirm', expiresAt })
      return {
        mail: confirmationMail(email, token, deps),
        onSent: () => store.setConfirmationSent(db, id, now),
        onNotSent: () => store.removeToken(db, hash),
      }
    }
    if (remindedAt && now.getTime() - Date.parse(remindedAt) < policy.REMINDER_HOURS * HOUR_MS) return null
    await store.insertToken(tx, { hash, subscriptionId: id, purpose: 'unsubscribe', expiresAt: null })
    // Set before the email is sent, so that two concurrent requests send one email.
    await store.setReminded(tx, id, now)
    return {
      mail: subscribedAlreadyMail(email, token, deps),
      onSent: async () => {},
      onNotSent: async () => {
        await store.removeToken(db, hash)
        await store.setReminded(db, id, remindedAt)
      },
    }
  })
}
