import type { DomainsService } from '#server/features/domains/service.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { sendLeased } from '#server/platform/mail/mail-retry.ts'
import { sendUnlessRejected } from '#server/platform/mail/send-unless-rejected.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as texts from './service/texts.ts'
import * as store from './store.ts'

export const BILLING_EMAIL_JOB = 'send-billing-mail'

type Deps = Pick<Platform, 'db' | 'queue' | 'mailer' | 'clock' | 'log' | 'site'>

/**
 * Billing emails to owners. Enqueued in the transaction they report on, once per key, and sent by the sweep until the mail
 * server accepts them.
 */
export function billingEmailsService(deps: Deps, { domains }: { domains: Pick<DomainsService, 'originOf'> }) {
  const { db, queue, clock } = deps

  const enqueueEmail = (tx: TenantTx, kind: store.EmailKind, key: string, facts: object) =>
    store.enqueueEmail(tx, { key, kind, facts, now: clock.now() })

  /** Skips an address that permanently rejects email; the billing page has the same information. */
  async function sendTo(
    organizationId: OrganizationId,
    { key, queuedEmail }: { key: string; queuedEmail: store.QueuedEmail },
    owner: { id: string; email: string },
  ): Promise<void> {
    const context = { site: deps.site, origin: await domains.originOf(organizationId) }
    const email = texts.emailOf(queuedEmail.kind, queuedEmail.facts, owner.email, context)
    await sendUnlessRejected(deps, email, { organizationId, userId: owner.id })
    await db.tenant(organizationId, (tx) => store.recordRecipient(tx, key, owner.id))
  }

  return {
    /** A renewal payment was declined. `key` identifies the attempt. */
    paymentFailed: (tx: TenantTx, key: string, facts: texts.PaymentFailed) =>
      enqueueEmail(tx, 'payment_failed', `payment_failed:${key}`, facts),

    subscriptionEnded: (tx: TenantTx, subscriptionId: string, facts: texts.SubscriptionEnded) =>
      enqueueEmail(tx, 'subscription_ended', `subscription_ended:${subscriptionId}`, facts),

    /** A duplicate subscription was ended and refunded. */
    duplicateSubscription: (tx: TenantTx, subscriptionId: string, facts: texts.DuplicateSubscription) =>
      enqueueEmail(tx, 'double_checkout', `double_checkout:${subscriptionId}`, facts),

    /** Few of a month's credits are left; once per grant. */
    creditsLow: (tx: TenantTx, grantKey: string, facts: texts.LowCredits) =>
      enqueueEmail(tx, 'credits_low', `credits_low:${grantKey}`, facts),

    /** Sends an email to every owner who hasn't received it; called by the job. */
    send: ({ organizationId, key }: { organizationId: OrganizationId; key: string }): Promise<void> =>
      sendLeased(clock.now(), {
        claim: (now, leaseUntil) =>
          db.tenant(organizationId, async (tx) => {
            const email = await store.claimEmail(tx, key, now, leaseUntil)
            return email && { ...email, owners: await store.listOwners(tx) }
          }),
        async send({ owners, ...queuedEmail }) {
          for (const owner of owners) {
            if (!queuedEmail.mailedTo.includes(owner.id))
              await sendTo(organizationId, { key, queuedEmail }, owner)
          }
        },
        settle: (next) => db.tenant(organizationId, (tx) => store.setNextAttempt(tx, key, next)),
      }),

    /** Queues the jobs of due emails. */
    async sweep(): Promise<void> {
      for (const email of await store.listDueEmails(db, clock.now())) {
        await queue.send(BILLING_EMAIL_JOB, email, { key: `${email.organizationId} ${email.key}` })
      }
    },
  }
}
export type BillingEmailsService = ReturnType<typeof billingEmailsService>
