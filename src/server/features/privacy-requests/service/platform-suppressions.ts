import type { ContactPointInput } from '#contract/erasure.ts'
import type { InstanceSuppression } from '#contract/privacy-requests.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import { audit, auditPlatform } from '#server/platform/audit.ts'
import type { Caller } from '#server/platform/context.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Suppressions of privacy requests that apply to every organization. */
export function platformSuppressions(
  { db }: Pick<Platform, 'db'>,
  { contacts: { suppressions } }: { contacts: Pick<ContactsService, 'suppressions'> },
) {
  return {
    /** @throws {AppError} invalid for input that is neither an email address nor a phone number */
    checkSuppression: (contactPoint: ContactPointInput): Promise<InstanceSuppression | null> =>
      suppressions.findPlatformSuppression(db, contactPoint),

    /**
     * Lifts a suppression, including its keys in organizations unless the request still suppresses another contact
     * point. The entry is deleted last, so that an interrupted call can be repeated.
     *
     * @returns the number of organizations whose keys were removed
     * @throws {AppError} not_found, invalid
     */
    async liftSuppression(caller: Caller, contactPoint: ContactPointInput, reason: string): Promise<number> {
      const suppression = await suppressions.findPlatformSuppression(db, contactPoint)
      if (!suppression) throw notFound('Entry')
      const request = suppression.requestId
      const isLast = request !== null && !(await suppressions.hasOtherSuppressions(db, request, contactPoint))
      const organizations = isLast ? await suppressions.listOrganizationsByRequest(db, request) : []
      for (const id of organizations) {
        await db.tenant(parseOrganizationId(id), async (tx) => {
          const keys = await suppressions.removeByRequest(tx, request ?? '')
          const details = { keys, reason: 'lifted-by-operator' }
          await audit(tx, { ...caller, action: 'suppression.removed', subject: request, details })
        })
      }
      await db.transaction(async (tx) => {
        if (!(await suppressions.removePlatformSuppression(tx, contactPoint))) throw notFound('Entry')
        const details = { kind: suppression.kind, organizations: organizations.length, reason }
        await auditPlatform(tx, {
          ...caller,
          action: 'operator.suppression-lifted',
          subject: request,
          details,
        })
      })
      return organizations.length
    },
  }
}
