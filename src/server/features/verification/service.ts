import { VERIFY_JOB } from '#server/features/contacts/service.ts'
import { audit, auditAll } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from './policy.ts'
import { judge } from './service/judge.ts'
import { type Observation, observe } from './service/observe.ts'
import * as store from './store.ts'

/** An observation, and what it was made of. */
export type Seen = { subject: store.Subject; observation: Observation }

/**
 * Verification of e-mail, phone, address and employer. What is to be looked at stands in the contacts themselves
 * (`verification_due_at`), written with what makes it necessary; jobs only wake this up.
 */
export function verificationService(platform: Platform) {
  const { db, queue, events, clock } = platform

  /** Looks at contacts, several at once, as far as the time goes. */
  async function lookAt(subjects: readonly store.Subject[]): Promise<Seen[]> {
    const seen: Seen[] = []
    const until = clock.now().getTime() + policy.BATCH_BUDGET_MS
    const rest = subjects.values()
    const work = async () => {
      for (const subject of rest) {
        if (clock.now().getTime() > until) return
        seen.push({ subject, observation: await observe(platform, subject) })
      }
    }
    await Promise.all(Array.from({ length: policy.AT_ONCE }, work))
    return seen
  }

  /** Keeps what was seen, told in the timeline where it says something new. */
  async function keep(tx: TenantTx, seen: readonly Seen[]): Promise<number> {
    const verdicts = seen.map(({ subject, observation }) => ({
      subject,
      verdict: judge(subject, observation),
    }))
    const kept = await store.keepVerdicts(tx, verdicts)
    const actor = { kind: 'system', job: VERIFY_JOB } as const
    const news = verdicts.flatMap(({ subject, verdict }) => {
      const details = kept.has(subject.id) && statesOf(subject, verdict)
      return details ? [{ actor, action: 'contact.verified', subject: subject.id, details }] : []
    })
    await auditAll(tx, news)
    return kept.size
  }

  /** Batches until nobody is due or the time is up. @returns whether somebody may still be due */
  async function workThrough(
    organizationId: OrganizationId,
    until: number,
    signal?: AbortSignal,
  ): Promise<boolean> {
    while (!signal?.aborted && clock.now().getTime() < until) {
      const due = await db.tenant(organizationId, (tx) => store.listDue(tx, policy.BATCH))
      if (due.length === 0) return false
      const seen = await lookAt(due)
      const kept = await db.tenant(organizationId, async (tx) => {
        await store.renewLease(tx, policy.LEASE_SECONDS)
        await events.publish(tx, organizationId, { type: 'contacts.changed' })
        return keep(tx, seen)
      })
      // All of them are being changed by somebody: the sweep comes back to them.
      if (kept === 0) return false
    }
    return true
  }

  return {
    /** Verifies those of the named contacts that are due; for changes that somebody is looking at. */
    async verify(organizationId: OrganizationId, contactIds: readonly string[]): Promise<void> {
      const due = await db.tenant(organizationId, (tx) => store.listDueOf(tx, contactIds))
      const seen = await lookAt(due)
      await db.tenant(organizationId, async (tx) => {
        await keep(tx, seen)
        for (const { subject } of seen)
          await events.publish(tx, organizationId, { type: 'contact.changed', contactId: subject.id })
      })
    },

    /** Verifies everybody of an organization who is due; when another run is at it, that one does. */
    async verifyDue(organizationId: OrganizationId, signal?: AbortSignal): Promise<void> {
      if (!(await db.tenant(organizationId, (tx) => store.takeLease(tx, policy.LEASE_SECONDS)))) return
      let isMore = true
      try {
        isMore = await workThrough(organizationId, clock.now().getTime() + policy.RUN_MS, signal)
      } finally {
        await db.tenant(organizationId, (tx) => store.renewLease(tx, 0))
      }
      if (isMore) await queue.send(VERIFY_JOB, { organizationId }, { key: organizationId })
    },

    /** A contact as verification sees it; part of the caller's transaction. */
    subject: (tx: TenantTx, contactId: string): Promise<store.Subject | undefined> =>
      store.findSubject(tx, contactId),

    /** Looks at a contact that is being enriched, asking no vendor again who was asked lately. */
    look: async (subject: store.Subject): Promise<Seen> => ({
      subject,
      observation: await observe(platform, subject),
    }),

    /** Judges what was seen by what is known now; part of the caller's transaction, which holds the contact's lock. */
    async settle(tx: TenantTx, { subject, observation }: Seen): Promise<void> {
      const current = await store.findSubject(tx, subject.id)
      // What was typed meanwhile is due by itself.
      if (current && isSameTyped(current, subject)) await keep(tx, [{ subject: current, observation }])
    },

    /** Takes the suggested spelling of an e-mail address away. @throws {AppError} not_found */
    async dismissSuggestion(context: Context, contactId: string): Promise<void> {
      await db.tenant(context.organizationId, async (tx) => {
        if (!(await store.dismissSuggestion(tx, contactId))) throw notFound('Contact')
        await audit(tx, { ...context, action: 'contact.suggestion-dismissed', subject: contactId })
        await events.publish(tx, context.organizationId, { type: 'contact.changed', contactId })
      })
    },

    /** Takes up what is due: after a stopped process, and what could not be told before. */
    async sweep(): Promise<void> {
      for (const organizationId of await store.organizationsDue(db)) {
        await queue.send(VERIFY_JOB, { organizationId }, { key: organizationId })
      }
    },
  }
}
export type VerificationService = ReturnType<typeof verificationService>

const TYPED = ['email', 'phone', 'address', 'city', 'state', 'zipCode'] as const

function isSameTyped(a: store.Subject, b: store.Subject): boolean {
  return TYPED.every((field) => a[field] === b[field])
}

/** The states of all four, when one of them is another than before; else null. */
function statesOf(subject: store.Subject, { email, phone, address, employer }: store.Verdict) {
  const after = {
    email: email?.status ?? subject.emailVerified,
    phone: phone?.status ?? subject.phoneVerified,
    address: address.status,
    employer: employer.status,
  }
  const isNew =
    after.email !== subject.emailVerified ||
    after.phone !== subject.phoneVerified ||
    after.address !== subject.addressVerified ||
    after.employer !== subject.employerVerified
  return isNew ? after : null
}
