import type { PersonRecord } from '#domain/enrichment/person-record.ts'
import { type AddressConfirmation, judgeAddress } from '#domain/identity/address-verification.ts'
import { judgeEmployer } from '#domain/identity/employer-verification.ts'
import { isSameHome } from '#domain/signals/place-match.ts'
import { VERIFY_JOB, type Verdict } from '#server/features/contacts/service.ts'
import { type AuditEntry, audit, auditAll } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { emit } from '#server/platform/emit.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import { nextAttempt } from './limits.ts'
import { type Observation, observe } from './service/observe.ts'
import type { Subject } from './store.ts'
import * as store from './store.ts'

export type { Subject } from './store.ts'

export type ObservedSubject = { subject: store.Subject; observation: Observation }

/**
 * Verification of email, phone, address and employer. Due contacts are marked in `verification_due_at` together with
 * the change that requires it; jobs only wake the worker.
 */
export function verificationService(platform: Platform) {
  const { db, queue, events, clock } = platform

  /** Observes contacts concurrently until the time budget is used up. */
  async function observeAll(subjects: readonly store.Subject[]): Promise<ObservedSubject[]> {
    const observed: ObservedSubject[] = []
    const until = clock.now().getTime() + limits.BATCH_BUDGET_MS
    const subjectIterator = subjects.values()
    const work = async () => {
      for (const subject of subjectIterator) {
        if (clock.now().getTime() > until) return
        observed.push({ subject, observation: await observe(platform, subject) })
      }
    }
    await Promise.all(Array.from({ length: limits.MAX_CONCURRENT }, work))
    return observed
  }

  /** Stores verdicts, with a timeline entry for each changed state. */
  async function storeVerdicts(tx: TenantTx, observed: readonly ObservedSubject[]): Promise<number> {
    const verdicts = observed.map(({ subject, observation }) => ({
      subject,
      verdict: judge(subject, observation),
    }))
    const storedIds = await store.storeVerdicts(tx, verdicts)
    const entries = verdicts.filter(({ subject }) => storedIds.has(subject.id)).flatMap(auditEntriesOf)
    await auditAll(tx, entries)
    const contactIds = [...new Set(entries.flatMap(({ subject }) => subject ?? []))]
    await emit(tx, { type: 'contact.updated', contactIds, changed: ['emailVerified', 'phoneVerified'] })
    return storedIds.size
  }

  /** Verifies in batches. @returns true if contacts may still be due */
  async function verifyBatches(
    organizationId: OrganizationId,
    until: number,
    signal?: AbortSignal,
  ): Promise<boolean> {
    while (!signal?.aborted && clock.now().getTime() < until) {
      const dueContacts = await db.tenant(organizationId, (tx) => store.listDue(tx, limits.BATCH_SIZE))
      if (dueContacts.length === 0) return false
      const observed = await observeAll(dueContacts)
      const storedCount = await db.tenant(organizationId, async (tx) => {
        await store.renewLease(tx, limits.LEASE_SECONDS)
        events.publish(tx, organizationId, { type: 'contacts.changed' })
        return storeVerdicts(tx, observed)
      })
      // All of them are locked by other changes, so the sweep will retry.
      if (storedCount === 0) return false
    }
    return true
  }

  return {
    /** Verifies the given contacts that are due, for changes that a user is waiting for. */
    async verify(organizationId: OrganizationId, contactIds: readonly string[]): Promise<void> {
      const due = await db.tenant(organizationId, (tx) => store.listDueAmong(tx, contactIds))
      const observed = await observeAll(due)
      await db.tenant(organizationId, async (tx) => {
        await storeVerdicts(tx, observed)
        for (const { subject } of observed)
          events.publish(tx, organizationId, { type: 'contact.changed', contactId: subject.id })
      })
    },

    /** Verifies all due contacts of an organization, unless another run has the lease. */
    async verifyDue(organizationId: OrganizationId, signal?: AbortSignal): Promise<void> {
      if (!(await db.tenant(organizationId, (tx) => store.claimLease(tx, limits.LEASE_SECONDS)))) return
      let hasMore = true
      try {
        hasMore = await verifyBatches(organizationId, clock.now().getTime() + limits.RUN_MS, signal)
      } finally {
        await db.tenant(organizationId, (tx) => store.renewLease(tx, 0))
      }
      if (hasMore) await queue.send(VERIFY_JOB, { organizationId }, { key: organizationId })
    },

    /** Contacts as verification needs them; part of the caller's transaction. */
    listSubjects: store.listSubjects,

    /** Observes a contact being enriched; fresh provider responses are reused. */
    observe: async (subject: store.Subject): Promise<ObservedSubject> => ({
      subject,
      observation: await observe(platform, subject),
    }),

    /**
     * Judges an observation with new enrichment data, for the caller to store. Null if the contact's fields changed
     * in the meantime, which makes it due again.
     */
    judge(current: store.Subject, { subject, observation }: ObservedSubject, facts: EnrichedFacts) {
      if (!hasSameTypedFields(current, subject)) return null
      const updated = enrichSubject(current, facts)
      const verdict = judge(updated, observation)
      return { verdict, auditEntries: auditEntriesOf({ subject: updated, verdict }) }
    },

    /** Judges observations with current data; part of the caller's transaction, which holds the contacts' locks. */
    async settle(tx: TenantTx, observed: readonly ObservedSubject[]): Promise<void> {
      if (observed.length === 0) return
      const observations = new Map(observed.map((observation) => [observation.subject.id, observation]))
      const currentSubjects = await store.listSubjects(tx, [...observations.keys()])
      const matching = currentSubjects.flatMap((current) => {
        const previous = observations.get(current.id)
        // Contacts changed in the meantime are due again anyway.
        if (!previous || !hasSameTypedFields(current, previous.subject)) return []
        return [{ subject: current, observation: previous.observation }]
      })
      if (matching.length > 0) await storeVerdicts(tx, matching)
    },

    /**
     * Marks a contact's number as not theirs, which no provider can overrule; part of the caller's transaction, which
     * locked the contact.
     */
    rejectPhone: (tx: TenantTx, contactId: string, reason: string): Promise<void> =>
      store.rejectPhone(tx, contactId, { reason, at: clock.now() }),

    /** Undoes `rejectPhone`; part of the caller's transaction, which locked the contact. */
    restorePhone: store.restorePhone,

    /** Dismisses the suggested spelling of an email address. @throws {AppError} not_found */
    async dismissSuggestion(context: Context, contactId: string): Promise<void> {
      await db.tenant(context.organizationId, async (tx) => {
        if (!(await store.dismissSuggestion(tx, contactId))) throw notFound('Contact')
        await audit(tx, { ...context, action: 'contact.suggestion-dismissed', subject: contactId })
        events.publish(tx, context.organizationId, { type: 'contact.changed', contactId })
      })
    },

    /** Resumes due verifications of stopped processes and retries. */
    async sweep(): Promise<void> {
      for (const organizationId of await store.listDueOrganizations(db)) {
        await queue.send(VERIFY_JOB, { organizationId }, { key: organizationId })
      }
    },
  }
}
export type VerificationService = ReturnType<typeof verificationService>

const TYPED_FIELDS = ['email', 'phone', 'address', 'city', 'state', 'zipCode'] as const

function hasSameTypedFields(a: store.Subject, b: store.Subject): boolean {
  return TYPED_FIELDS.every((field) => a[field] === b[field])
}

/** Facts from an enrichment; homes are null if it found none. */
type EnrichedFacts = { person: PersonRecord | null; homes: store.Subject['homes'] | null }

function enrichSubject(subject: store.Subject, { person, homes }: EnrichedFacts): store.Subject {
  const updated = { ...subject, homes: homes ?? subject.homes }
  if (!person) return updated
  const { employment, demographics, sources } = person
  return {
    ...updated,
    homesFrom: sources.property ?? null,
    person: { employment, birthYear: demographics.birthYear, source: sources.person ?? null },
  }
}

/** Timeline entry of a verdict that changes a state. */
function auditEntriesOf({ subject, verdict }: { subject: store.Subject; verdict: Verdict }): AuditEntry[] {
  const details = statesOf(subject, verdict)
  const actor = { kind: 'system', job: VERIFY_JOB } as const
  return details ? [{ actor, action: 'contact.verified', subject: subject.id, details }] : []
}

/** All four states when one of them changed; else null. */
function statesOf(subject: store.Subject, { email, phone, address, employer }: Verdict) {
  const states = {
    email: email?.status ?? subject.emailVerified,
    phone: phone?.status ?? subject.phoneVerified,
    address: address.status,
    employer: employer.status,
  }
  const parts = ['email', 'phone', 'address', 'employer'] as const
  return parts.some((part) => states[part] !== subject[`${part}Verified`]) ? states : null
}

/** Verdict on all verified fields of a contact, and the next attempt. */
function judge(
  subject: Subject,
  { email, phone, zip, geocoder, confirmation, suggestion, isRateLimited, at }: Observation,
): Verdict {
  const address = judgeAddress(subject, {
    zip,
    confirmation: ownershipRecordOf(subject) ?? confirmation,
    geocoder,
    at,
  })
  const isPending = [email, phone, address].some((each) => each?.status === 'pending')
  return {
    email,
    phone,
    suggestion,
    address,
    employer: judgeEmployer(subject.person),
    nextCheck: nextAttempt(isPending, isRateLimited, subject.attempts),
  }
}

/** Provider of the property record at the contact's address. */
function ownershipRecordOf({ homes, homesFrom, ...fields }: Subject): AddressConfirmation | null {
  if (!homesFrom) return null
  const { address: street, city, state, zipCode } = fields
  const isKnown = homes.some((home) =>
    isSameHome({ street, city, state, zipCode }, { ...home, street: home.address }),
  )
  return isKnown ? { by: homesFrom.provider, at: homesFrom.fetchedAt } : null
}
