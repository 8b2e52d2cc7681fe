import type { ContactDetail } from '#contract/contacts.ts'
import { audit } from '#server/platform/audit.ts'
import { lockContact } from '#server/platform/change-contact.ts'
import { type Context, keyIdOf, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { trySend } from '#server/platform/queue/try-send.ts'
import { waitForCompletion } from '#server/platform/wait-for-completion.ts'
import * as limits from './limits.ts'
import { claimOne, notifyLowCredits } from './service/claim.ts'
import { collectResponses, openScreeningList } from './service/collect-responses.ts'
import type { Features } from './service/deps.ts'
import { runWaitingEnrichments } from './service/run-waiting.ts'
import { finishEnrichments } from './service/settle-enrichments.ts'
import * as store from './store.ts'

export const ENRICH_JOB = 'enrich-contact'
export const WAITING_JOB = 'enrich-waiting'

/**
 * Enrichment: reserves a credit, queries providers, then stores the result or refunds the credit, each exactly once.
 */
export function enrichmentService(platform: Platform, features: Features) {
  const { db, queue, events, clock } = platform
  const deps = { ...platform, ...features }
  const { apiKeys, contacts, credits, notifications } = features
  /** Time until which rate-limiting providers take no import requests; per process. */
  let pausedUntil = 0

  /** Reserves the credit and opens the enrichment in one transaction. */
  async function openForContact(context: Context, contactId: string): Promise<string> {
    return db.tenant(context.organizationId, async (tx) => {
      // The lock waits for an enrichment that is just ending: if it matched, this one is free.
      if (!(await lockContact(tx, contactId))) throw notFound('Contact')
      const [chargeable] = await store.listNotMatchedRecently(tx, [contactId])
      const isFree = chargeable === undefined
      const request = {
        ...{ contactId, charged: !isFree, requestedBy: userIdOf(context) },
        keyId: keyIdOf(context),
      }
      const id = await store.openEnrichment(tx, request)
      if (!id) throw new AppError('conflict', 'This contact is already being enriched')
      if (!isFree) {
        await apiKeys.takeCredits(tx, context, 1)
        await reserve(tx, id, contactId)
        events.publish(tx, context.organizationId, { type: 'organization.changed' })
      }
      const details = { free: isFree }
      await audit(tx, { ...context, action: 'enrichment.requested', subject: contactId, details })
      return id
    })
  }

  async function reserve(tx: TenantTx, id: string, contactId: string): Promise<void> {
    const key = `enrich:${id}`
    const outcome = await credits.reserve(tx, { key, contactId, description: 'Contact enrichment' })
    if (outcome === 'no_credits')
      throw new AppError(
        'payment_required',
        'No credits left in this period. You get new credits when the next paid period starts.',
      )
    await notifyLowCredits(features, tx)
  }

  /** Sends one summary of an import's signals once no enrichment is running and no more can be paid for. */
  async function notifyImportSignals(organizationId: OrganizationId, importId: string): Promise<void> {
    await db.tenant(organizationId, async (tx) => {
      const { waiting, open: running } = await store.countEnrichmentsOfImport(tx, importId)
      if (running > 0 || (waiting > 0 && (await credits.balanceOf(tx)) > 0)) return
      const summary = await store.summarizeImport(tx, importId)
      if (!summary || summary.done === 0 || summary.people === 0) return
      await notifications.importSignals(tx, { importId, ...summary })
    })
  }

  return {
    /** Runs one enrichment to its end; the last one of an import sends the summary. */
    async run(organizationId: OrganizationId, id: string): Promise<void> {
      const claim = await claimOne(deps, organizationId, id)
      if (claim) {
        const responses = await collectResponses(deps, claim, await openScreeningList(deps))
        await finishEnrichments(deps, organizationId, [responses])
      }
      const enrichment = await db.tenant(organizationId, (tx) => store.findEnrichment(tx, id))
      if (enrichment?.importId) await notifyImportSignals(organizationId, enrichment.importId)
    },

    /**
     * Enriches a contact and waits for the result up to 30 seconds, or not at all if the caller can't wait.
     *
     * @returns the contact, or null while the enrichment runs
     * @throws {AppError} payment_required, conflict, no_enrichment_data, unavailable
     */
    async enrich(
      context: Context,
      contactId: string,
      { mayWait = true } = {},
    ): Promise<ContactDetail | null> {
      const id = await openForContact(context, contactId)
      const completion = waitForCompletion(events, context.organizationId, {
        isAboutWork: (event) => event.type === 'contact.changed' && event.contactId === contactId,
        check: () => db.tenant(context.organizationId, (tx) => store.findEnded(tx, id)),
        milliseconds: mayWait ? limits.WAIT_MS : 0,
      })
      completion.catch(() => {}) // awaited below; a failure before that must not count as unhandled
      await trySend(platform, ENRICH_JOB, { organizationId: context.organizationId, enrichmentId: id })
      const enrichment = await completion
      if (enrichment?.status === 'matched') return contacts.get(context, contactId)
      if (enrichment?.status === 'no_match') {
        throw new AppError('no_enrichment_data', 'No enrichment data was found for this contact')
      }
      if (enrichment?.status === 'failed') {
        throw new AppError('unavailable', enrichment.failure ?? 'Enrichment failed. Please try again later.')
      }
      return null
    },

    /**
     * Queues an import's contacts for enrichment. Part of the caller's transaction; call `resumeWaiting` after it.
     */
    requestForImport: store.insertWaiting,

    /**
     * Queues selected contacts for enrichment, except those matched within a day: they must not cost again. Part of
     * the caller's transaction; call `resumeWaiting` after it.
     */
    requestForSelection: async (tx: TenantTx, contactIds: readonly string[]): Promise<number> =>
      store.insertWaiting(tx, null, await store.listNotMatchedRecently(tx, contactIds)),

    /** True if the organization ever requested an enrichment; part of the caller's transaction. */
    hasAny: async (tx: TenantTx): Promise<boolean> => (await store.readOverallStatus(tx)).any,

    /** True if there were enrichments and all of them ended. */
    isFinished: (organizationId: OrganizationId): Promise<boolean> =>
      db.tenant(organizationId, async (tx) => (await store.readOverallStatus(tx)).settled),

    /** Wakes waiting enrichments after an import or when credits arrive. */
    resumeWaiting: (organizationId: string): Promise<void> =>
      trySend(platform, WAITING_JOB, { organizationId }, organizationId),

    /**
     * Runs waiting enrichments until none is left, credits run out, the providers ask for a pause or `signal` aborts.
     * Enrichments already started are finished; the rest waits for another worker.
     */
    async runWaiting(organizationId: OrganizationId, signal?: AbortSignal): Promise<void> {
      const imports = await runWaitingEnrichments(deps, organizationId, {
        canStart: () => !signal?.aborted && clock.now().getTime() >= pausedUntil,
        pause: (seconds) => {
          pausedUntil = Math.max(pausedUntil, clock.now().getTime() + seconds * 1000)
        },
      })
      for (const importId of imports) await notifyImportSignals(organizationId, importId)
    },

    /** Enrichment progress of an import; part of the caller's transaction. */
    async progressOfImport(tx: TenantTx, importId: string) {
      const { waiting, open: running, done } = await store.countEnrichmentsOfImport(tx, importId)
      const outOfCredits = waiting > 0 && (await credits.balanceOf(tx)) === 0
      return { waiting: waiting + running, done, outOfCredits }
    },

    /** Resumes enrichments of stopped processes. */
    async sweep(): Promise<void> {
      for (const { organizationId, id } of await store.listAbandoned(db)) {
        await queue.send(
          ENRICH_JOB,
          { organizationId: parseOrganizationId(organizationId), enrichmentId: id },
          { key: id },
        )
      }
      for (const organizationId of await store.listWaitingOrganizations(db))
        await this.resumeWaiting(organizationId)
    },
  }
}
export type EnrichmentService = ReturnType<typeof enrichmentService>
