import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { MAIL_GIVE_UP_MS, MAIL_LEASE_MS, nextMailAt } from '#server/platform/mail/mail-retry.ts'
import { emailFailureOf } from '#server/platform/mail/mailer.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as texts from './service/texts.ts'
import * as store from './store.ts'

export const BILLING_MAIL_JOB = 'send-billing-mail'

type Deps = Pick<Platform, 'db' | 'queue' | 'mailer' | 'clock' | 'log' | 'site' | 'appUrl'>

/**
 * Billing emails to owners. Ordered inside the transaction they report, once per key, and sent by the sweep until the mail
 * server accepts them.
 */
export function billingEmailsService({ db, queue, mailer, clock, log, site, appUrl }: Deps) {
  const enqueueEmail = (tx: TenantTx, kind: store.EmailKind, key: string, facts: object) =>
    store.enqueueEmail(tx, { key, kind, facts, now: clock.now() })

  /** Skips an address that permanently rejects email: the billing page has the same information. */
  async function sendTo(
    organizationId: OrganizationId,
    { key, mail }: { key: string; mail: store.QueuedEmail },
    owner: { id: string; email: string },
  ): Promise<void> {
    try {
      await mailer.send(texts.emailOf(mail.kind, mail.facts, owner.email, { site, appUrl }))
    } catch (error) {
      if (emailFailureOf(error) !== 'rejected') throw error
      log.warn({ organizationId, userId: owner.id }, 'A billing email was permanently rejected')
    }
    await db.tenant(organizationId, (tx) => store.setMailedTo(tx, key, owner.id))
  }

  return {
    /** A renewal payment was declined. `key` identifies the attempt. */
    paymentFailed: (tx: TenantTx, key: string, facts: texts.PaymentFailed) =>
      enqueueEmail(tx, 'payment_failed', `payment_failed:${key}`, facts),

    subscriptionEnded: (tx: TenantTx, subscriptionId: string, facts: texts.SubscriptionEnded) =>
      enqueueEmail(tx, 'subscription_ended', `subscription_ended:${subscriptionId}`, facts),

    /** A duplicate subscription was ended and refunded. */
    doubleCheckout: (tx: TenantTx, subscriptionId: string, facts: texts.DoubleCheckout) =>
      enqueueEmail(tx, 'double_checkout', `double_checkout:${subscriptionId}`, facts),

    /** Few of a month's credits are left; once per grant. */
    creditsLow: (tx: TenantTx, grantKey: string, facts: texts.LowCredits) =>
      enqueueEmail(tx, 'credits_low', `credits_low:${grantKey}`, facts),

    /** Sends an email to every owner who hasn't received it; called by the job. */
    async send({ organizationId, key }: { organizationId: OrganizationId; key: string }): Promise<void> {
      const now = clock.now()
      const claimed = await db.tenant(organizationId, async (tx) => {
        const mail = await store.claimEmail(tx, key, now, new Date(now.getTime() + MAIL_LEASE_MS))
        return mail && { mail, owners: await store.listOwners(tx) }
      })
      if (!claimed) return
      const { mail, owners } = claimed
      const settle = (next: Date | null) =>
        db.tenant(organizationId, (tx) => store.setNextMail(tx, key, next))
      try {
        for (const owner of owners) {
          if (!mail.mailedTo.includes(owner.id)) await sendTo(organizationId, { key, mail }, owner)
        }
        await settle(null)
      } catch (error) {
        const isTooOld = now.getTime() - Date.parse(mail.createdAt) > MAIL_GIVE_UP_MS
        await settle(isTooOld ? null : nextMailAt(mail.attempts, now))
        throw error
      }
    },

    /** Queues the jobs of due emails. */
    async sweep(): Promise<void> {
      for (const due of await store.listDueMails(db, clock.now())) {
        await queue.send(BILLING_MAIL_JOB, due, { key: `${due.organizationId} ${due.key}` })
      }
    },
  }
}
export type BillingEmailsService = ReturnType<typeof billingEmailsService>
