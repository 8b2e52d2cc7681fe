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
  referenceFiles: Pick<ReferenceFilesService, 'screeningList'>
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
    const kept: { id: string; risk: RiskData }[] = []
    for (const contact of await contacts.knowledge.lockContactsToScreen(tx, [...screened.keys()])) {
      const answer = screened.get(contact.id)
      if (!answer || nameOf(answer.contact) !== nameOf(contact)) continue
      kept.push({ id: contact.id, risk: withScreening(contact.risk, answer.sanctions, today) })
      const entryNumber = newPotentialMatch(contact.risk.sanctions, answer.sanctions)
      if (entryNumber === null) continue
      const news = { contactId: contact.id, name: nameOf(contact), entryNumber }
      await notifications.possibleMatch(tx, news)
    }
    await contacts.knowledge.updateRisk(tx, kept)
  }

  async function screen(list: ScreeningList, found: readonly ScreenedContact[]) {
    const screenedAt = clock.now().toISOString()
    const screened = new Map<string, { contact: ScreenedContact; sanctions: SanctionsScreening }>()
    for (const contact of found) {
      const candidates = await list.candidates(nameOf(contact))
      const answer = { loaded: true, listDate: list.listDate, candidates } as const
      screened.set(contact.id, { contact, sanctions: screenPerson(contact, answer, screenedAt) })
    }
    return screened
  }

  return {
    /** True when a list is loaded. */
    isPossible: async (): Promise<boolean> => (await referenceFiles.screeningList()).loaded,

    /**
     * Screens an organization against the current list in batches. Contacts already screened against it are skipped,
     * so that an interrupted run resumes.
     * @returns the number of screened contacts
     */
    async rescreen(organizationId: OrganizationId, signal?: AbortSignal): Promise<number> {
      const list = await referenceFiles.screeningList()
      if (!list.loaded) return 0
      let count = 0
      for (let after: string | null = null; !signal?.aborted; ) {
        const wanted = { listDate: list.listDate, after, limit: limits.BATCH }
        const found: ScreenedContact[] = await db.tenant(organizationId, (tx) =>
          contacts.knowledge.listContactsToScreen(tx, wanted),
        )
        if (found.length === 0) break
        // Searches the list without holding a connection.
        const screened = await screen(list, found)
        await db.tenant(organizationId, (tx) => storeResults(tx, screened))
        count += found.length
        after = found.at(-1)?.id ?? null
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
