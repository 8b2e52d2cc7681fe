import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from './compose.ts'
import { analyticsJobs } from './features/analytics/jobs.ts'
import { analyticsReportsJobs } from './features/analytics-reports/jobs.ts'
import { authJobs } from './features/auth/jobs.ts'
import { backupsJobs } from './features/backups/jobs.ts'
import { billingJobs } from './features/billing/jobs.ts'
import { BILLING_AUDIT_JOB } from './features/billing/service.ts'
import { billingEmailsJobs } from './features/billing-emails/jobs.ts'
import { blogJobs } from './features/blog/jobs.ts'
import { RENEW_SHIPPED_JOB } from './features/blog/service.ts'
import { blogDeskJobs } from './features/blog-desk/jobs.ts'
import { brandsJobs, RESEAL_EMAIL_KEYS_JOB } from './features/brands/jobs.ts'
import { brokeragesJobs } from './features/brokerages/jobs.ts'
import { consentsJobs } from './features/consents/jobs.ts'
import { contactFormJobs } from './features/contact-form/jobs.ts'
import { contactTransfersJobs } from './features/contact-transfers/jobs.ts'
import { creditsJobs } from './features/credits/jobs.ts'
import { dataExportJobs } from './features/data-export/jobs.ts'
import { domainsJobs } from './features/domains/jobs.ts'
import { duplicatesJobs } from './features/duplicates/jobs.ts'
import { enrichmentJobs } from './features/enrichment/jobs.ts'
import { erasureJobs } from './features/erasure/jobs.ts'
import { followUpBossJobs, RESEAL_FOLLOW_UP_BOSS_JOB } from './features/follow-up-boss/jobs.ts'
import { importsJobs } from './features/imports/jobs.ts'
import { invitationsJobs } from './features/invitations/jobs.ts'
import { keyAgesJobs } from './features/key-ages/jobs.ts'
import { mapJobs } from './features/map/jobs.ts'
import { membershipsJobs } from './features/memberships/jobs.ts'
import { morningFiveJobs } from './features/morning-five/jobs.ts'
import { newsletterJobs } from './features/newsletter/jobs.ts'
import { notificationsJobs } from './features/notifications/jobs.ts'
import { oauthJobs } from './features/oauth/jobs.ts'
import { originsJobs } from './features/origins/jobs.ts'
import { outcomesJobs } from './features/outcomes/jobs.ts'
import { privacyRequestsJobs } from './features/privacy-requests/jobs.ts'
import { recalibrationJobs } from './features/recalibration/jobs.ts'
import { retentionJobs } from './features/retention/jobs.ts'
import { scoresJobs } from './features/scores/jobs.ts'
import { screeningJobs } from './features/screening/jobs.ts'
import { RESEAL_JOB, secondFactorJobs } from './features/second-factor/jobs.ts'
import { signalRulesJobs } from './features/signal-rules/jobs.ts'
import { RESEAL_CLIENT_SECRETS_JOB, singleSignOnJobs } from './features/single-sign-on/jobs.ts'
import { verificationJobs } from './features/verification/jobs.ts'
import { RESEAL_WEBHOOK_SECRETS_JOB, webhooksJobs } from './features/webhooks/jobs.ts'
import type { Platform } from './platform/platform.ts'

const SWEEP_MS = 10_000
const RENEW_AFTER_SECONDS = 5

/** Gives every job of the product its worker and its schedule. */
export function registerJobs({ queue, clock }: Pick<Platform, 'queue' | 'clock'>, services: Services): void {
  authJobs(queue, services.auth)
  domainsJobs(queue, services.domains)
  secondFactorJobs(queue, services.secondFactor)
  singleSignOnJobs(queue, services.singleSignOn)
  membershipsJobs(queue, services.memberships)
  invitationsJobs(queue, services.invitations)
  oauthJobs(queue, services.oauth)
  originsJobs(queue, services.origins)
  contactTransfersJobs(queue, services.contactTransfers)
  enrichmentJobs(queue, services.enrichment)
  verificationJobs(queue, services.verification)
  duplicatesJobs(queue, services.duplicates)
  mapJobs(queue, services.map)
  importsJobs(queue, services.imports)
  consentsJobs(queue, services.consents)
  creditsJobs(queue, services.credits, services.enrichment.resumeWaiting)
  billingJobs(queue, services.billing)
  brokeragesJobs(queue, services.brokerages)
  billingEmailsJobs(queue, services.billingEmails)
  scoresJobs(queue, services.scores, services.organizations)
  recalibrationJobs(queue, services.recalibration, services.organizations)
  signalRulesJobs(queue, services.signalRules)
  notificationsJobs(queue, services.notifications)
  screeningJobs(queue, services.screening, services.organizations)
  outcomesJobs(queue, services.outcomes)
  analyticsJobs(queue, services.analytics)
  analyticsReportsJobs(queue, services.analyticsReports)
  contactFormJobs(queue, services.contactForm)
  dataExportJobs(queue, services.dataExport)
  erasureJobs(queue, services.erasure)
  privacyRequestsJobs(queue, services.privacyRequests)
  morningFiveJobs(queue, services.morningFive)
  newsletterJobs(queue, services.newsletter, clock)
  blogJobs(queue, services.blog)
  blogDeskJobs(queue, services.blogDesk)
  brandsJobs(queue, services.brands)
  backupsJobs(queue, services.backups)
  keyAgesJobs(queue, services.keyAges)
  retentionJobs(queue, services.retention)
  webhooksJobs(queue, services.webhooks)
  followUpBossJobs(queue, services.followUpBoss)
}

/** Registers every job, starts the queue, and regularly resumes work that a stopped process left behind. */
export async function startWork(options: {
  platform: Platform
  services: Services
  runsWorkers: boolean
}): Promise<() => Promise<void>> {
  const { platform, services, runsWorkers } = options
  const { queue, events, log } = platform
  registerJobs(platform, services)
  await Promise.all([queue.start(), events.start()])

  if (!runsWorkers) return () => Promise.all([queue.stop(), events.stop()]).then(() => {})
  // The first visitor needs a blog; updating its articles can wait until the process serves.
  if (!(await services.blog.hasShipped())) await services.blog.addShipped()
  else await queue.send(RENEW_SHIPPED_JOB, {}, { key: RENEW_SHIPPED_JOB, delaySeconds: RENEW_AFTER_SECONDS })
  await queue.send(BILLING_AUDIT_JOB, {}, { key: BILLING_AUDIT_JOB })
  for (const job of [
    ...[RESEAL_JOB, RESEAL_CLIENT_SECRETS_JOB, RESEAL_EMAIL_KEYS_JOB, RESEAL_WEBHOOK_SECRETS_JOB],
    RESEAL_FOLLOW_UP_BOSS_JOB,
  ])
    await queue.send(job, {}, { key: job })
  const sweepers = Object.values(services).filter((service) => service !== null && 'sweep' in service)
  const stopSweeping = startSweeping(sweepers, log)
  return async () => {
    await stopSweeping()
    services.webhooks.stop()
    await queue.stop()
    await events.stop()
  }
}

/** Runs one sweep after another, starting now; a failing sweep doesn't stop the others. */
function startSweeping(
  services: readonly { sweep(): Promise<unknown> }[],
  log: Platform['log'],
): () => Promise<void> {
  const stop = new AbortController()
  const sweeping = (async () => {
    while (!stop.signal.aborted) {
      for (const service of services) {
        if (stop.signal.aborted) return
        await service.sweep().catch((error: Error) => {
          log.warn({ err: error }, 'A sweep failed; the next one tries again')
        })
      }
      await wait(SWEEP_MS, undefined, { signal: stop.signal }).catch(() => {}) // stopped
    }
  })()
  return () => {
    stop.abort()
    return sweeping
  }
}
