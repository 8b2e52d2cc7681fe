import { withScreening } from '#domain/risk/assess-risk.ts'
import type { RiskData, SanctionsScreening } from '#domain/risk/risk-data.ts'
import { newPotentialMatch, screenPerson } from '#domain/risk/sanctions.ts'
import type { ContactsService, ScreenedContact } from '#server/features/contacts/service.ts'
import type { NotificationsService } from '#server/features/notifications/service.ts'
import type { ReferenceFilesService, ScreeningList } from '#server/features/reference-files/service.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'

type Features = {
  contacts: ContactsService
  notifications: NotificationsService
  referenceFiles: Pick<ReferenceFilesService, 'getScreeningList'>
}

/** Screens enriched contacts again when a newer sanctions list was loaded. */
export function screeningService(
  { db, events, clock }: Pick<Platform, 'db' | 'events' | 'clock'>,
  { contacts, notifications, referenceFiles }: Features,
) {
  /** Stores the results of one batch, except for contacts renamed or deleted since. */
  async function storeResults(
    tx: TenantTx,
    screened: ReadonlyMap<string, { contact: ScreenedContact; sanctions: SanctionsScreening }>,
  ): Promise<void> {
    const today = dayOf(clock.now())
    const updates: { id: string; risk: RiskData }[] = []
    for (const contact of await contacts.knowledge.lockContactsToScreen(tx, [...screened.keys()])) {
      const result = screened.get(contact.id)
      if (!result || nameOf(result.contact) !== nameOf(contact)) continue
      updates.push({ id: contact.id, risk: withScreening(contact.risk, result.sanctions, today) })
      const entryNumber = newPotentialMatch(contact.risk.sanctions, result.sanctions)
      if (entryNumber === null) continue
      const match = { contactId: contact.id, name: nameOf(contact), entryNumber }
      await notifications.possibleMatch(tx, match)
    }
    await contacts.knowledge.updateRisk(tx, updates)
  }

  async function screenContacts(list: ScreeningList, batch: readonly ScreenedContact[]) {
    const screenedAt = clock.now().toISOString()
    const screened = new Map<string, { contact: ScreenedContact; sanctions: SanctionsScreening }>()
    for (const contact of batch) {
      const candidates = await list.findCandidates(nameOf(contact))
      const response = { loaded: true, listDate: list.listDate, candidates } as const
      screened.set(contact.id, { contact, sanctions: screenPerson(contact, response, screenedAt) })
    }
    return screened
  }

  return {
    /** True if a list is loaded. */
    hasList: async (): Promise<boolean> => (await referenceFiles.getScreeningList()).loaded,

    /**
     * Screens an organization against the current list in batches. Contacts already screened against it are skipped,
     * so that an interrupted run resumes.
     * @returns the number of screened contacts
     */
    async rescreen(organizationId: OrganizationId, signal?: AbortSignal): Promise<number> {
      const list = await referenceFiles.getScreeningList()
      if (!list.loaded) return 0
      let count = 0
      for (let after: string | null = null; !signal?.aborted; ) {
        const query = { listDate: list.listDate, after, limit: limits.BATCH_SIZE }
        const batch: ScreenedContact[] = await db.tenant(organizationId, (tx) =>
          contacts.knowledge.listContactsToScreen(tx, query),
        )
        if (batch.length === 0) break
        // Searches the list without holding a connection.
        const screened = await screenContacts(list, batch)
        await db.tenant(organizationId, (tx) => storeResults(tx, screened))
        count += batch.length
        after = batch.at(-1)?.id ?? null
      }
      if (count > 0) {
        await db.tenant(organizationId, async (tx) =>
          events.publish(tx, organizationId, { type: 'contacts.changed' }),
        )
      }
      return count
    },
  }
}
export type ScreeningService = ReturnType<typeof screeningService>

function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`
}
