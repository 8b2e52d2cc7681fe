import { parseContactDraft } from '#domain/identity/contact-draft.ts'
import type { AuthService } from '#server/features/auth/service.ts'
import type { BillingService } from '#server/features/billing/service.ts'
import type { BlogDeskService } from '#server/features/blog-desk/service.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { EnrichmentService } from '#server/features/enrichment/service.ts'
import type { OrganizationsService } from '#server/features/organizations/service.ts'
import type { OutreachService } from '#server/features/outreach/service.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import type { TestPaymentsService } from '#server/features/test-payments/service.ts'
import { systemContext } from '#server/platform/context.ts'
import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import { samplePeople } from '#server/platform/providers/sample/sample-people.ts'

const CONTACTS = 250
const OWNER = { firstName: 'Dana', lastName: 'Demo' }
/** Makes emails ready to try; the street doesn't exist. */
const ADDRESS = '100 Sample St, Naperville, IL 60540'

type Features = {
  auth: AuthService
  organizations: OrganizationsService
  billing: BillingService
  contacts: ContactsService
  enrichment: EnrichmentService
  scores: ScoresService
  testPayments: Pick<TestPaymentsService, 'subscribe'> | null
  blogDesk: Pick<BlogDeskService, 'seed'>
  outreach: Pick<OutreachService, 'setPostalAddress'>
}

/** Demo workspace of a new, non-production instance. */
export function demoService({ db, site }: Pick<Platform, 'db' | 'site'>, features: Features) {
  const { auth, organizations, billing, contacts, enrichment, scores, testPayments, blogDesk, outreach } =
    features

  /** Starts an active Professional plan with test payments, so that billing pages have data. */
  async function activate(organizationId: OrganizationId): Promise<void> {
    const order = { organizationId, customerId: null, period: 'monthly', idempotencyKey: 'demo' } as const
    for (const event of (await testPayments?.subscribe(order)) ?? []) await billing.take(event)
  }

  /**
   * Adds the sample people once, even if the demo's owner deletes them later; unfinished enrichments and history
   * resume.
   */
  async function fill(organizationId: OrganizationId): Promise<void> {
    const isNew = await db.tenant(organizationId, async (tx) => {
      if (await enrichment.hasAny(tx)) return false
      const drafts = samplePeople(CONTACTS, 'demo').flatMap((person) => {
        const parsed = parseContactDraft(person)
        return parsed.ok ? [parsed.draft] : []
      })
      const added = await contacts.addDrafts(tx, drafts, null)
      const ids = added.flatMap((outcome) => ('skipReason' in outcome ? [] : [outcome.contactId]))
      await enrichment.requestForImport(tx, null, ids)
      return true
    })
    await enrichment.runWaiting(organizationId)
    if (isNew) await scores.fillPastScores(systemContext(organizationId, 'demo'))
  }

  return {
    /** Creates the workspace when the instance has no organization yet, or resumes an interrupted start. */
    async seed(email: string): Promise<void> {
      const [first, ...others] = await organizations.listAllIds()
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
      await blogDesk.seed()
      if (await enrichment.isFinished(organizationId)) return
      await activate(organizationId)
      await outreach.setPostalAddress(systemContext(organizationId, 'demo'), ADDRESS)
      await fill(organizationId)
    },
  }
}
