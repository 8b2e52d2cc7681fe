import { digest, newSecret } from '#server/platform/ids.ts'
import { nextMailAt } from '#server/platform/mail/mail-retry.ts'
import { emailFailureOf } from '#server/platform/mail/mailer.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from '../limits.ts'
import * as issues from '../store/issues.ts'
import * as subscriptions from '../store/subscriptions.ts'
import { issueEmail } from './emails.ts'

const MINUTE_MS = 60_000

type Deps = Pick<Platform, 'db' | 'mailer' | 'clock' | 'site' | 'appUrl'>

/**
 * Sends an issue to waiting recipients, a limited number per call. Each recipient gets it at most once: a delivery is
 * claimed before the email is sent, and requeued only when the mail server certainly rejected it. A process that
 * stops in between may skip that recipient.
 *
 * @returns true if more can be sent immediately
 * @throws when no email can be sent now; the issue pauses until the sweep resumes it
 */
export async function sendIssue(deps: Deps, issueId: string, signal?: AbortSignal): Promise<boolean> {
  const { db, clock } = deps
  const issue = await issues.findDueIssue(db, issueId, clock.now())
  if (!issue) return false
  for (let sent = 0; sent < limits.EMAILS_PER_JOB && !signal?.aborted; sent++) {
    const now = clock.now()
    const triedBefore = new Date(now.getTime() - limits.RETRY_MINUTES * MINUTE_MS)
    const delivery = await issues.claimDelivery(db, issueId, now, triedBefore)
    if (!delivery) {
      await closeOrPause(deps, issueId)
      return false
    }
    if (delivery.isActive) await deliver(deps, issue, delivery)
    else await issues.finishDelivery(db, issueId, delivery.subscriptionId, 'skipped')
  }
  return true
}

/** Remaining recipients are claimed by another worker or wait after a temporary failure. */
async function closeOrPause({ db, clock }: Deps, issueId: string): Promise<void> {
  if (await issues.closeIfDone(db, issueId)) return
  if (!(await issues.hasWaiting(db, issueId))) return
  const until = new Date(clock.now().getTime() + limits.RETRY_MINUTES * MINUTE_MS)
  await issues.pauseIssue(db, issueId, until, false)
}

async function deliver(deps: Deps, issue: issues.Issue, delivery: issues.Delivery): Promise<void> {
  const { db, mailer, clock } = deps
  const { subscriptionId } = delivery
  const token = newSecret()
  const hash = digest(token)
  await subscriptions.insertToken(db, { hash, subscriptionId, purpose: 'unsubscribe', expiresAt: null })
  try {
    await mailer.send(issueEmail(delivery.email, token, issue.posts, deps))
  } catch (error) {
    const failure = emailFailureOf(error)
    if (failure === 'unknown') return issues.finishDelivery(db, issue.id, subscriptionId, 'unknown')
    await subscriptions.removeToken(db, hash)
    if (failure === 'rejected' || (failure === 'deferred' && delivery.attempts >= limits.MAX_RETRIES)) {
      return issues.finishDelivery(db, issue.id, subscriptionId, 'refused')
    }
    await issues.requeueDelivery(db, issue.id, subscriptionId, failure === 'deferred')
    if (failure === 'deferred') return
    const now = clock.now()
    await issues.pauseIssue(db, issue.id, nextMailAt(issue.mailAttempts + 1, now), true)
    throw error
  }
  await issues.finishDelivery(db, issue.id, subscriptionId, 'sent')
  if (issue.mailAttempts > 0) await issues.recordSuccess(db, issue.id)
}
