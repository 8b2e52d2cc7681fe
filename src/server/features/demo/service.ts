import type { AuthService } from '#server/features/auth/service.ts'
import type { BillingService } from '#server/features/billing/service.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { EnrichmentService } from '#server/features/enrichment/service.ts'
import type { OrganizationsService } from '#server/features/organizations/service.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import { systemContext } from '#server/platform/context.ts'
import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import { samplePeople } from '#server/platform/providers/sample/sample-people.ts'
import { draftsOf } from './policy.ts'

const CONTACTS = 250
const OWNER = { firstName: 'Dana', lastName: 'Demo' }
const MONTH_MS = 30 * 86_400_000

type Features = {
  auth: AuthService
  organizations: OrganizationsService
  billing: BillingService
  contacts: ContactsService
  enrichment: EnrichmentService
  scores: ScoresService
}

/** The demo workspace of a fresh, non-production instance. */
export function demoService(
  { db, clock, site }: Pick<Platform, 'db' | 'clock' | 'site'>,
  features: Features,
) {
  const { auth, organizations, billing, contacts, enrichment, scores } = features

  /** An active Professional plan, paid by nobody: the ledger shows the grant like any other. */
  async function activate(organizationId: OrganizationId): Promise<void> {
    const now = clock.now()
    await billing.take({
      id: `evt_demo_${organizationId}`,
      type: 'invoice.paid',
      createdAt: now.toISOString(),
      payload: {},
      change: {
        organizationId,
        customerId: `cus_demo_${organizationId}`,
        subscriptionId: `sub_demo_${organizationId}`,
        status: 'active',
        plan: 'professional',
        periodEnd: new Date(now.getTime() + MONTH_MS).toISOString(),
        paidPeriod: { invoiceId: `in_demo_${organizationId}`, start: now.toISOString() },
      },
    })
  }

  /** People are added once, also when the demo's owner deletes them later; look-ups and history go on where they stood. */
  async function fill(organizationId: OrganizationId): Promise<void> {
    const isNew = await db.tenant(organizationId, async (tx) => {
      if (await enrichment.hasAny(tx)) return false
      const added = await contacts.addDrafts(tx, draftsOf(samplePeople(CONTACTS, 'demo')), null)
      const ids = added.flatMap((outcome) => ('refused' in outcome ? [] : [outcome.contactId]))
      await enrichment.requestForImport(tx, null, ids)
      return true
    })
    await enrichment.runWaiting(organizationId)
    if (isNew) await scores.drawPast(systemContext(organizationId, 'demo'))
  }

  return {
    /** Makes the workspace when the instance has no organization yet; a start that was cut off goes on here. */
    async seed(email: string): Promise<void> {
      const [first, ...others] = await organizations.allIds()
      if (others.length > 0) return
      const user = first ? await auth.userOf(email) : await auth.ensureUser(email)
      if (!user || (first && user.organizationId !== first)) return
      const organizationId = mintOrganizationId(
        first ??
          (await organizations.completeProfile(user.id, {
            ...OWNER,
            companyName: `${site.brand.name} Demo Realty`,
          })),
      )
      if (await enrichment.isSettled(organizationId)) return
      await activate(organizationId)
      await fill(organizationId)
    },
  }
}
