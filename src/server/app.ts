import type { OpenApi } from '#contract/page-services.ts'
import { EVENT_TEXTS } from '#contract/v1/event-types.ts'
import { bearerOf, createBearerGate, createBearers } from './bearer-gate.ts'
import { composePageServices, type Services } from './compose.ts'
import { limitToApp } from './domain-pages.ts'
import { activitiesRoutes } from './features/activities/routes.ts'
import { adminRoutes } from './features/admin/routes.ts'
import { analyticsRoutes } from './features/analytics/routes.ts'
import { analyticsPicturesRoutes } from './features/analytics-pictures/routes.ts'
import { analyticsReportsRoutes } from './features/analytics-reports/routes.ts'
import { apiKeysRoutes } from './features/api-keys/routes.ts'
import { assignmentsRoutes } from './features/assignments/routes.ts'
import { assistantRoutes } from './features/assistant/routes.ts'
import { authRoutes, createSessionCookies, createSessionGate } from './features/auth/routes.ts'
import { billingRoutes } from './features/billing/routes.ts'
import { blogRoutes, serveSiteFiles } from './features/blog/routes.ts'
import { blogDeskRoutes, redirectToPreview, servePictures } from './features/blog-desk/routes.ts'
import { brandsRoutes, createBrandResolver, serveBrand } from './features/brands/routes.ts'
import { brokeragesRoutes } from './features/brokerages/routes.ts'
import { bulkRoutes } from './features/bulk/routes.ts'
import { calendarFeedsRoutes, serveCalendarFeeds } from './features/calendar-feeds/routes.ts'
import { callPermissionRoutes } from './features/call-permission/routes.ts'
import { changesRoutes } from './features/changes/routes.ts'
import { consentsRoutes } from './features/consents/routes.ts'
import { contactFormRoutes } from './features/contact-form/routes.ts'
import { contactTransfersRoutes } from './features/contact-transfers/routes.ts'
import { contactsRoutes } from './features/contacts/routes.ts'
import { creditsRoutes } from './features/credits/routes.ts'
import { dataExportRoutes } from './features/data-export/routes.ts'
import { dataSourcesRoutes } from './features/data-sources/routes.ts'
import { domainsRoutes } from './features/domains/routes.ts'
import { duplicatesRoutes } from './features/duplicates/routes.ts'
import { enrichmentRoutes } from './features/enrichment/routes.ts'
import { erasureRoutes } from './features/erasure/routes.ts'
import { followUpBossRoutes } from './features/follow-up-boss/routes.ts'
import { importsRoutes } from './features/imports/routes.ts'
import { instanceRoutes } from './features/instance/routes.ts'
import { invitationsRoutes } from './features/invitations/routes.ts'
import { licensesRoutes } from './features/licenses/routes.ts'
import { liveRoutes } from './features/live/routes.ts'
import { liveService } from './features/live/service.ts'
import { mapRoutes } from './features/map/routes.ts'
import { serveMcp } from './features/mcp/routes.ts'
import { membersRoutes } from './features/members/routes.ts'
import { membershipsRoutes } from './features/memberships/routes.ts'
import { mergesRoutes } from './features/merges/routes.ts'
import { morningFiveRoutes } from './features/morning-five/routes.ts'
import { newsletterRoutes } from './features/newsletter/routes.ts'
import { notesRoutes } from './features/notes/routes.ts'
import { notificationsRoutes } from './features/notifications/routes.ts'
import { oauthRoutes, serveOauth } from './features/oauth/routes.ts'
import { organizationsRoutes } from './features/organizations/routes.ts'
import { originsRoutes } from './features/origins/routes.ts'
import { outboxPage } from './features/outbox/routes.ts'
import { outcomesRoutes } from './features/outcomes/routes.ts'
import { outreachRoutes } from './features/outreach/routes.ts'
import { playbooksRoutes } from './features/playbooks/routes.ts'
import { privacyRequestsRoutes } from './features/privacy-requests/routes.ts'
import { publicApiRoutes } from './features/public-api/routes.ts'
import { recalibrationRoutes } from './features/recalibration/routes.ts'
import { relationshipsRoutes } from './features/relationships/routes.ts'
import { scimRoutes, serveScim } from './features/scim/routes.ts'
import { scorePolicyRoutes } from './features/score-policy/routes.ts'
import { scoresRoutes } from './features/scores/routes.ts'
import { secondFactorRoutes } from './features/second-factor/routes.ts'
import { signalRulesRoutes } from './features/signal-rules/routes.ts'
import { singleSignOnRoutes } from './features/single-sign-on/routes.ts'
import { tagsRoutes } from './features/tags/routes.ts'
import { tasksRoutes } from './features/tasks/routes.ts'
import { teamsRoutes } from './features/teams/routes.ts'
import { testPaymentsPages } from './features/test-payments/routes.ts'
import { timelineRoutes } from './features/timeline/routes.ts'
import { todayRoutes } from './features/today/routes.ts'
import { verificationRoutes } from './features/verification/routes.ts'
import { viewsRoutes } from './features/views/routes.ts'
import { webhooksRoutes } from './features/webhooks/routes.ts'
import { serveOperating } from './operating-app.ts'
import { type Pages, servePages } from './pages.ts'
import { createApi } from './platform/http/api.ts'
import { apiNotFound, createAppShell } from './platform/http/app-shell.ts'
import { isLocalInstance } from './platform/http/callers.ts'
import { createHoldLimiter, type OpenRequestLimiter } from './platform/http/hold-limits.ts'
import { createRateLimiter, DEFAULT_BODY_BYTES, type RateLimiter } from './platform/http/limits.ts'
import { serveOpenApi } from './platform/http/openapi.ts'
import { servePublicApiDescription } from './platform/http/openapi-v1.ts'
import type { Platform } from './platform/platform.ts'
import { NO_TRACING, type Tracing } from './platform/tracing.ts'

export type AppOptions = {
  platform: Platform
  services: Services
  sampleData: boolean
  logLevel: string
  trustedProxies?: string[]
  /** Null serves the API alone. */
  pages: Pages | null
  limiter?: RateLimiter
  holdLimiter?: OpenRequestLimiter
  /** Logs every request. */
  logRequests?: boolean
  /** Bearer token that allows `/metrics` from another machine. */
  metricsToken?: string | null
  tracing?: Tracing
}

/** Builds the complete HTTP application: shared middleware, the API of each feature, and the pages. */
export async function createApp(options: AppOptions) {
  const { platform, services, sampleData, pages } = options
  const { appUrl, mailer } = platform
  const app = await createAppShell({
    appUrl,
    name: platform.site.brand.name,
    logLevel: options.logLevel,
    bodyLimit: DEFAULT_BODY_BYTES,
    trustedProxies: options.trustedProxies ?? [],
    hosts: services.domains.hosts,
    logRequests: options.logRequests ?? false,
    tracing: options.tracing ?? NO_TRACING,
  })
  app.addHook('onRequest', limitToApp)
  const cookies = createSessionCookies(appUrl)
  const gate = createSessionGate(services.auth, cookies)
  const take = options.limiter ?? createRateLimiter()
  const hold = options.holdLimiter ?? createHoldLimiter()
  const bearers = createBearers(services, `${appUrl}/api/v1`)
  const api = createApi(app, createBearerGate(gate, bearers), take, {
    hold,
    idempotency: services.idempotency.run,
  })
  const live = liveService(platform)

  const instance = {
    name: platform.site.brand.name,
    supportEmail: platform.site.mailboxes.support,
    sampleData,
    testPayments: platform.payments.provider === 'test',
    outbox: mailer.outbox !== null && isLocalInstance(appUrl),
    moneyBackDays: platform.site.terms.moneyBackDays,
  }
  const brands = createBrandResolver(services.brands, gate)
  instanceRoutes(api, { instance, brands, model: platform.model })
  authRoutes(api, services.auth, cookies)
  secondFactorRoutes(api, services.secondFactor, cookies)
  singleSignOnRoutes(api, services.singleSignOn, cookies)
  membershipsRoutes(api, services.memberships, services.auth, cookies)
  organizationsRoutes(api, services.organizations, services.auth, cookies)
  brandsRoutes(api, services.brands)
  domainsRoutes(api, services.domains)
  membersRoutes(api, services.members, cookies)
  invitationsRoutes(api, services.invitations, services.auth, cookies)
  scimRoutes(api, services.scim)
  apiKeysRoutes(api, services.apiKeys)
  oauthRoutes(api, services.oauth)
  publicApiRoutes(api, services.publicApi, services.analytics)
  webhooksRoutes(api, services.webhooks)
  followUpBossRoutes(api, services.followUpBoss)
  teamsRoutes(api, services.teams)
  assignmentsRoutes(api, services.assignments)
  originsRoutes(api, services.origins)
  contactTransfersRoutes(api, services.contactTransfers)
  licensesRoutes(api, services.licenses)
  contactsRoutes(api, services.contacts)
  callPermissionRoutes(api, services.callPermission)
  todayRoutes(api, services.today)
  morningFiveRoutes(api, services.morningFive)
  activitiesRoutes(api, services.activities)
  relationshipsRoutes(api, services.relationships)
  tagsRoutes(api, services.tags)
  notesRoutes(api, services.notes)
  scoresRoutes(api, services.scores)
  scorePolicyRoutes(api, services.scorePolicy)
  recalibrationRoutes(api, services.recalibration)
  signalRulesRoutes(api, services.signalRules)
  outcomesRoutes(api, services.outcomes)
  analyticsRoutes(api, services.analytics)
  analyticsPicturesRoutes(api, services.analyticsPictures)
  analyticsReportsRoutes(api, services.analyticsReports)
  changesRoutes(api, services.changes)
  consentsRoutes(api, services.consents)
  outreachRoutes(api, services.outreach)
  dataExportRoutes(api, services.dataExport)
  erasureRoutes(api, services.erasure)
  privacyRequestsRoutes(api, services.privacyRequests)
  duplicatesRoutes(api, services.duplicates)
  mapRoutes(api, services.map)
  mergesRoutes(api, services.merges)
  timelineRoutes(api, services.timeline)
  enrichmentRoutes(api, services.enrichment)
  verificationRoutes(api, services.verification)
  tasksRoutes(api, services.tasks)
  calendarFeedsRoutes(api, services.calendarFeeds)
  playbooksRoutes(api, services.playbooks)
  importsRoutes(api, services.imports)
  bulkRoutes(api, services.bulk)
  viewsRoutes(api, services.views)
  creditsRoutes(api, services.credits)
  billingRoutes(api, services.billing)
  assistantRoutes(api, services.assistant, { cookies, gate })
  blogRoutes(api, services.blog)
  blogDeskRoutes(api, services.blogDesk)
  contactFormRoutes(api, services.contactForm)
  newsletterRoutes(api, services.newsletter)
  dataSourcesRoutes(api, services.dataSources)
  brokeragesRoutes(api, services.brokerages)
  adminRoutes(api, services.admin)
  notificationsRoutes(api, services.notifications)
  liveRoutes(api, live, gate)
  serveOpenApi(app, take)
  servePublicApiDescription(app, take, {
    ...{ name: platform.site.brand.name, origin: appUrl, webhooks: EVENT_TEXTS },
  })
  app.all('/api/*', apiNotFound)
  serveScim(app, services.scim, { take, documentationUrl: `${appUrl}/documentation/single-sign-on` })
  serveMcp(app, services.mcp, {
    ...{ appUrl, take, hold },
    authenticatorOf: (resource) => {
      const { sessionOf } = createBearers(services, resource)
      return (request) => sessionOf(bearerOf(request) ?? '', request)
    },
  })
  serveOauth(app, services.oauth, { appUrl, take })

  serveOperating(app, platform, { metricsToken: options.metricsToken ?? null, take })
  outboxPage(app, mailer, appUrl)
  if (services.testPayments) testPaymentsPages(app, services.testPayments)
  serveSiteFiles(app, services.blog, { appUrl, take })
  serveBrand(app, services.brands, { resolver: brands, productName: platform.site.brand.name, take })
  serveCalendarFeeds(app, services.calendarFeeds, { take })
  servePictures(app, services.blogDesk, { gate, take })
  const openApi = () => app.swagger() as OpenApi
  if (pages)
    await servePages(app, pages, {
      services: composePageServices(platform, services, openApi),
      brands,
      events: platform.events,
      take,
      fallbackForMissing: redirectToPreview(gate, services.blogDesk),
    })
  await services.domains.loadHosts()
  const stopFollowing = services.domains.followChanges()
  app.addHook('onClose', async () => stopFollowing())
  app.addHook('preClose', async () => live.closeAll())
  await app.ready()
  return app
}
