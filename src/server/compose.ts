import type { OpenApi, SharedPageServices } from '#contract/page-services.ts'
import { createSearch } from '#domain/documentation/search.ts'
import { activitiesService } from './features/activities/service.ts'
import { adminService } from './features/admin/service.ts'
import { analyticsService } from './features/analytics/service.ts'
import { analyticsPicturesService } from './features/analytics-pictures/service.ts'
import { analyticsReportsService } from './features/analytics-reports/service.ts'
import { apiKeysService } from './features/api-keys/service.ts'
import { assignmentsService } from './features/assignments/service.ts'
import { assistantService } from './features/assistant/service.ts'
import { authService } from './features/auth/service.ts'
import { backupsService } from './features/backups/service.ts'
import { billingService } from './features/billing/service.ts'
import { billingEmailsService } from './features/billing-emails/service.ts'
import { blogService } from './features/blog/service.ts'
import { blogDeskService } from './features/blog-desk/service.ts'
import { brandsService } from './features/brands/service.ts'
import { brokeragesService } from './features/brokerages/service.ts'
import { bulkService } from './features/bulk/service.ts'
import { calendarFeedsService } from './features/calendar-feeds/service.ts'
import { callPermissionService } from './features/call-permission/service.ts'
import { changesService } from './features/changes/service.ts'
import { consentsService } from './features/consents/service.ts'
import { contactFormService } from './features/contact-form/service.ts'
import { contactTransfersService } from './features/contact-transfers/service.ts'
import { contactsService } from './features/contacts/service.ts'
import { creditsService } from './features/credits/service.ts'
import { dataExportService } from './features/data-export/service.ts'
import { dataSourcesService } from './features/data-sources/service.ts'
import { demoService } from './features/demo/service.ts'
import { domainsService } from './features/domains/service.ts'
import { duplicatesService } from './features/duplicates/service.ts'
import { enrichmentService } from './features/enrichment/service.ts'
import { erasureService } from './features/erasure/service.ts'
import { followUpBossService } from './features/follow-up-boss/service.ts'
import { idempotencyService } from './features/idempotency/service.ts'
import { importsService } from './features/imports/service.ts'
import { invitationsService } from './features/invitations/service.ts'
import { keyAgesService } from './features/key-ages/service.ts'
import { licensesService } from './features/licenses/service.ts'
import { mapService } from './features/map/service.ts'
import { mcpService } from './features/mcp/service.ts'
import { membersService } from './features/members/service.ts'
import { membershipsService } from './features/memberships/service.ts'
import { mergesService } from './features/merges/service.ts'
import { morningFiveService } from './features/morning-five/service.ts'
import { newsletterService } from './features/newsletter/service.ts'
import { notesService } from './features/notes/service.ts'
import { notificationsService } from './features/notifications/service.ts'
import { oauthService } from './features/oauth/service.ts'
import { organizationsService } from './features/organizations/service.ts'
import { originsService } from './features/origins/service.ts'
import { outcomesService } from './features/outcomes/service.ts'
import { outreachService } from './features/outreach/service.ts'
import { playbooksService } from './features/playbooks/service.ts'
import { privacyRequestsService } from './features/privacy-requests/service.ts'
import { publicApiService } from './features/public-api/service.ts'
import { recalibrationService } from './features/recalibration/service.ts'
import { referenceFilesService } from './features/reference-files/service.ts'
import { relationshipsService } from './features/relationships/service.ts'
import { retentionService } from './features/retention/service.ts'
import { scimService } from './features/scim/service.ts'
import { scorePolicyService } from './features/score-policy/service.ts'
import { scoresService } from './features/scores/service.ts'
import { screeningService } from './features/screening/service.ts'
import { secondFactorService } from './features/second-factor/service.ts'
import { signalRulesService } from './features/signal-rules/service.ts'
import { signInPolicyService, singleSignOnService } from './features/single-sign-on/service.ts'
import { tagsService } from './features/tags/service.ts'
import { tasksService } from './features/tasks/service.ts'
import { teamsService } from './features/teams/service.ts'
import { testPaymentsService } from './features/test-payments/service.ts'
import { timelineService } from './features/timeline/service.ts'
import { todayService } from './features/today/service.ts'
import { verificationService } from './features/verification/service.ts'
import { viewsService } from './features/views/service.ts'
import { webhooksService } from './features/webhooks/service.ts'
import { readDocuments } from './platform/content/documents.ts'
import type { TestPayments } from './platform/payments/test-payments.ts'
import type { Platform } from './platform/platform.ts'

/**
 * Creates the service of every feature with the services it may use. Test payments have pages only where no payment
 * provider is connected.
 */
export function composeServices(platform: Platform, payments: TestPayments | null) {
  const brands = brandsService(platform, { readTxt: platform.resolver.resolveTxt })
  const domains = domainsService(platform, { brands })
  const signInPolicy = signInPolicyService(platform, { brands, domains })
  const auth = authService(platform, { brands, links: signInPolicy.links })
  const secondFactor = secondFactorService(platform, { auth, brands })
  const memberships = membershipsService(platform)
  const organizations = organizationsService(platform, { auth, memberships })
  const backups = backupsService(platform, platform.backupFolder ?? null)
  const keyAges = keyAgesService(platform, platform.keysInUse ?? [])
  const billingEmails = billingEmailsService(platform, { brands, domains })
  const credits = creditsService(platform, { billingEmails })
  const tasks = tasksService(platform, { memberships })
  const calendarFeeds = calendarFeedsService(platform, { brands, domains, tasks })
  const invitations = invitationsService(platform, { organizations, auth, brands, domains })
  const views = viewsService(platform)
  const analytics = analyticsService(platform)
  const licenses = licensesService(platform)
  const apiKeys = apiKeysService(platform)
  const idempotency = idempotencyService(platform)
  const oauth = oauthService(platform, { organizations })
  const notifications = notificationsService(platform, { tasks })
  const webhooks = webhooksService(platform, { brands, domains, notifications, organizations })
  const tags = tagsService(platform)
  const notes = notesService(platform)
  const contacts = contactsService(platform, { tasks, tags, notes })
  const teams = teamsService(platform, { memberships, contacts, tasks })
  const analyticsPictures = analyticsPicturesService({ analytics, organizations, tags, teams })
  const analyticsReports = analyticsReportsService(platform, {
    ...{ analytics, analyticsPictures, brands, domains, memberships },
  })
  const assignments = assignmentsService(platform, { notifications, tasks, teams })
  const consents = consentsService(platform, { contacts, tasks })
  const contactTransfers = contactTransfersService(platform, {
    ...{ consents, contacts, notifications, organizations, tasks },
  })
  const origins = originsService(platform, { contactTransfers, notifications })
  const members = membersService(platform, {
    ...{ auth, contacts, contactTransfers, invitations, licenses, memberships, organizations },
    ...{ analytics, apiKeys, assignments, oauth, tasks, teams, views },
  })
  const singleSignOn = singleSignOnService(platform, {
    ...{ auth, contactTransfers, domains, invitations, members, memberships, organizations },
    policy: signInPolicy,
  })
  const scim = scimService(platform, { auth, domains, invitations, members, organizations })
  const scores = scoresService(platform, { contacts })
  const playbooks = playbooksService(platform, { tasks, contacts, scores })
  const scorePolicy = scorePolicyService(platform, { scores })
  const recalibration = recalibrationService(platform, { scores })
  const signalRules = signalRulesService(platform, { contacts, scores })
  const outcomes = outcomesService(platform, { contacts, scores })
  const changes = changesService(platform)
  const dataExport = dataExportService(platform, { brands, notifications })
  const duplicates = duplicatesService(platform, { contacts })
  const timeline = timelineService(platform, { brands, contacts })
  const referenceFiles = referenceFilesService(platform)
  const dataSources = dataSourcesService(platform, { referenceFiles })
  const verification = verificationService(platform)
  const relationships = relationshipsService(platform, { contacts })
  const activities = activitiesService(platform, { consents, outcomes, relationships, tasks, verification })
  const followUpBoss = followUpBossService(platform, {
    ...{ activities, consents, contacts, notes, tasks, verification },
    ...{ brands, domains, notifications, organizations },
  })
  const retention = retentionService(platform, {
    ...{ organizations, scores, dataExport, followUpBoss, idempotency, webhooks },
  })
  const outreach = outreachService(platform, { activities, licenses })
  const callPermission = callPermissionService(platform, { outreach })
  const today = todayService(platform, { contacts, outreach, tasks })
  const morningFive = morningFiveService(platform, { brands, domains, memberships, today })
  const merges = mergesService(platform, {
    ...{ activities, contacts, contactTransfers, notes, scores, tags, tasks },
  })
  const enrichment = enrichmentService(platform, {
    apiKeys,
    verification,
    ...{ contacts, credits, scores, tasks, notifications },
    outcomes,
    referenceFiles,
  })
  const screening = screeningService(platform, { contacts, notifications, referenceFiles })
  const imports = importsService(platform, {
    ...{ assignments, contacts, consents, dataExport, enrichment },
    ...{ memberships, notes, notifications, tags },
  })
  const map = mapService(platform, { contacts, organizations })
  const bulk = bulkService(platform, {
    ...{ assignments, contacts, consents, enrichment },
    ...{ origins, playbooks, tags, tasks },
  })
  const billing = billingService(platform, { credits, enrichment, notifications, billingEmails })
  const brokerages = brokeragesService(platform, {
    ...{ auth, memberships, credits, billingEmails, notifications },
    tasks,
  })
  const erasure = erasureService(platform, {
    ...{ contacts, contactTransfers, memberships, organizations, billing, domains },
  })
  const admin = adminService(platform, {
    ...{ auth, memberships, organizations, credits, erasure, billing, notifications },
    billingEmails,
  })
  const assistant = assistantService(platform, {
    brands,
    contacts,
    changes,
    scores,
    tasks,
    credits,
    billing,
    duplicates,
  })
  const blog = blogService(platform)
  const blogDesk = blogDeskService(platform)
  const contactForm = contactFormService(platform)
  const newsletter = newsletterService(platform, { recentPosts: blog.listPublishedSince })
  const privacyRequests = privacyRequestsService(platform, {
    ...{ auth, brokerages, contacts, consents, contactForm },
    ...{ imports, invitations, newsletter, scim },
  })
  const testPayments = payments && testPaymentsService({ payments, log: platform.log })
  const publicApi = publicApiService(platform, {
    ...{ activities, consents, contacts, credits, enrichment, imports },
    ...{ outreach, playbooks, scores, tags, tasks },
  })
  const mcp = mcpService(platform, {
    ...{ contacts, publicApi, scores, changes, consents, enrichment },
    ...{ tasks, outreach, credits, organizations },
  })
  const demo = demoService(platform, {
    ...{ auth, organizations, billing, contacts, enrichment, scores },
    testPayments,
    blogDesk,
    ...{ licenses, outreach },
  })
  return {
    activities,
    analytics,
    apiKeys,
    calendarFeeds,
    idempotency,
    mcp,
    oauth,
    publicApi,
    webhooks,
    followUpBoss,
    analyticsPictures,
    analyticsReports,
    assignments,
    teams,
    origins,
    contactTransfers,
    callPermission,
    notes,
    relationships,
    tags,
    today,
    morningFive,
    domains,
    auth,
    brands,
    secondFactor,
    singleSignOn,
    memberships,
    organizations,
    backups,
    keyAges,
    retention,
    members,
    licenses,
    invitations,
    scim,
    credits,
    tasks,
    playbooks,
    notifications,
    contacts,
    scores,
    changes,
    scorePolicy,
    recalibration,
    signalRules,
    outcomes,
    consents,
    outreach,
    dataExport,
    erasure,
    privacyRequests,
    duplicates,
    merges,
    timeline,
    referenceFiles,
    dataSources,
    screening,
    enrichment,
    verification,
    imports,
    bulk,
    map,
    views,
    billing,
    billingEmails,
    brokerages,
    admin,
    assistant,
    blog,
    blogDesk,
    contactForm,
    newsletter,
    testPayments,
    demo,
  }
}

export type Services = ReturnType<typeof composeServices>

/** Collects the data and services that public pages read. */
export function composePageServices(
  { site, sitePages }: Platform,
  { blog }: Services,
  openApi: () => OpenApi,
): SharedPageServices {
  const documentation = readDocuments(site)
  const searchDocumentation = createSearch(documentation)
  return { site, pages: sitePages, blog, documentation, searchDocumentation, openApi }
}
