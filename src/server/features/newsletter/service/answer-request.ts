import { digest, newSecret } from '#server/platform/ids.ts'
import { MAIL_LEASE_MS, nextMailAt } from '#server/platform/mail/mail-retry.ts'
import { type Mail, mailFailureOf } from '#server/platform/mail/mailer.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from '../policy.ts'
import * as store from '../store/subscriptions.ts'
import { confirmationMail, subscribedAlreadyMail } from './mails.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Deps = Pick<Platform, 'db' | 'mailer' | 'clock' | 'site' | 'appUrl'>

/** What a request calls for, prepared in the database, and how to end it either way. */
type RequestReply = { mail: Mail; onSent(): Promise<void>; onNotSent(): Promise<void> }

/**
 * Answers one request by mail: a link for confirming, or word that nothing is to be done. The token is made when the
 * mail is sent, so that neither table nor queue ever holds one.
 *
 * @throws when the mail did not go out; the request stays, and the sweep takes it up after a pause
 */
export async function answerRequest(parts: Deps, id: string): Promise<void> {
  const { db, mailer, clock } = parts
  const now = clock.now()
  const request = await store.claimRequest(db, id, now, new Date(now.getTime() + MAIL_LEASE_MS))
  if (!request) return
  const answer = await prepareReply(parts, request.email, now)
  if (!answer) return store.removeRequest(db, id)
  try {
    await mailer.send(answer.mail)
  } catch (error) {
    await answer.onNotSent()
    const isOver =
      mailFailureOf(error) === 'refused' ||
      now.getTime() - Date.parse(request.createdAt) > policy.REQUEST_DAYS * DAY_MS
    if (isOver) return store.removeRequest(db, id)
    await store.postponeRequest(db, id, nextMailAt(request.mailAttempts, now))
    throw error
  }
  await answer.onSent()
  await store.removeRequest(db, id)
}

function prepareReply(parts: Deps, email: string, now: Date): Promise<RequestReply | null> {
  const { db } = parts
  const token = newSecret()
  const hash = digest(token)
  return db.transaction(async (tx) => {
    const { id, isActive, remindedAt } = await store.lockSubscription(tx, email, now)
    if (!isActive) {
      const expiresAt = new Date(now.getTime() + policy.CONFIRM_DAYS * DAY_MS)
      await store.insertToken(tx, { hash, subscriptionId: id, purpose: 'confirm', expiresAt })
      return {
        mail: confirmationMail(email, token, parts),
        onSent: () => store.setConfirmationSent(db, id, now),
        onNotSent: () => store.removeToken(db, hash),
      }
    }
    if (remindedAt && now.getTime() - Date.parse(remindedAt) < policy.REMINDER_HOURS * HOUR_MS) return null
    await store.insertToken(tx, { hash, subscriptionId: id, purpose: 'unsubscribe', expiresAt: null })
    // Before the mail goes out: two requests at the same moment bring one mail.
    await store.setReminded(tx, id, now)
    return {
      mail: subscribedAlreadyMail(email, token, parts),
      onSent: async () => {},
      onNotSent: async () => {
        await store.removeToken(db, hash)
        await store.setReminded(db, id, remindedAt)
      },
    }
  })
}
