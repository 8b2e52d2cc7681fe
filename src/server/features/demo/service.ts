import { parseContactDraft } from '#domain/identity/contact-draft.ts'
import type { AuthService } from '#server/features/auth/service.ts'
import type { BillingService } from '#server/features/billing/service.ts'
import type { BlogDeskService } from '#server/features/blog-desk/service.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { EnrichmentService } from '#server/features/enrichment/service.ts'
import type { LicensesService } from '#server/features/licenses/service.ts'
import type { OrganizationsService } from '#server/features/organizations/service.ts'
import type { OutreachService } from '#server/features/outreach/service.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import type { TestPaymentsService } from '#server/features/test-payments/service.ts'
import { systemContext } from '#server/platform/context.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { samplePeople } from '#server/platform/providers/sample/sample-people.ts'

const CONTACT_COUNT = 250
const OWNER_NAME = { firstName: 'Dana', lastName: 'Demo' }
/** Allows sending emails, which need a postal address. The street doesn't exist. */
const POSTAL_ADDRESS = '100 Sample St, Naperville, IL 60540'

/** No license has this number. */
const LICENSE = {
  ...{ state: 'IL', licensedName: 'Dana Demo', licenseNumber: '475.000000', licenseType: 'Sample license' },
  ...{ brokerName: null, brokerLicenseNumber: null, brokeragePhone: null, brokerageAddress: POSTAL_ADDRESS },
  noticeUrl: null,
} as const

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
  licenses: Pick<LicensesService, 'add'>
}

/** Demo workspace of a new, non-production instance. */
export function demoService({ db, site }: Pick<Platform, 'db' | 'site'>, features: Features) {
  const { auth, organizations, billing, contacts, enrichment, scores, testPayments, blogDesk } =
    features
  const { outreach, licenses } = features
  const companyName = `${site.brand.name} Demo Realty`

  /** Starts an active Professional plan with test payments, so that billing pages have data. */
  async function activatePlan(organizationId: OrganizationId): Promise<void> {
    const order = { organizationId, customerId: null, period: 'monthly', idempotencyKey: 'demo' } as const
    for (const event of (await testPayments?.subscribe(order)) ?? []) await billing.applyOnce(event)
  }

  /** Allows marketing, which must show a license. An interrupted start may have added it. */
  async function addLicense(organizationId: OrganizationId, userId: string): Promise<void> {
    const actor = { kind: 'user', userId, role: 'OWNER' } as const
    const context = { organizationId, actor, requestId: undefined }
    await licenses.add(context, { ...LICENSE, brokerageName: companyName }).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error
    })
  }

  /**
   * Adds the sample people once, even if the demo's owner deletes them later; unfinished enrichments and history
   * resume.
   */
  async function addContacts(organizationId: OrganizationId): Promise<void> {
    const isNew = await db.tenant(organizationId, async (tx) => {
      if (await enrichment.hasAny(tx)) return false
      const drafts = samplePeople(CONTACT_COUNT, 'demo').flatMap((person) => {
        const parsed = parseContactDraft(person)
        return parsed.ok ? [parsed.draft] : []
      })
      const results = await contacts.addDrafts(tx, drafts, null)
      const ids = results.flatMap((outcome) => ('skipReason' in outcome ? [] : [outcome.contactId]))
      await enrichment.requestForImport(tx, null, ids)
      return true
    })
    await enrichment.runWaiting(organizationId)
    if (isNew) await scores.fillPastScores(systemContext(organizationId, 'demo'))
  }

  return {
    /** Creates the workspace when the instance has no organization yet, or resumes an interrupted start. */
    async seed(email: string): Promise<void> {
      const [organization, ...otherOrganizations] = await organizations.listAllIds()
      if (otherOrganizations.length > 0) return
      const user = organization ? await auth.userOf(email) : await auth.ensureUser(email)
      if (!user || (organization && user.organizationId !== organization)) return
      const organizationId = parseOrganizationId(
        organization ??
          (await organizations.completeProfile(
            { ...user, userId: user.id },
            {
              ...OWNER_NAME,
              companyName
            },
          )),
      )
      await blogDesk.seed()
      if (await enrichment.isFinished(organizationId)) return
      await activatePlan(organizationId)
      await outreach.setPostalAddress(systemContext(organizationId, 'demo'), POSTAL_ADDRESS)
      await addLicense(organizationId, user.id)
      await addContacts(organizationId)
    },
  }
}
