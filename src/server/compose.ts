import { assistantService } from './features/assistant/service.ts'
import { authService } from './features/auth/service.ts'
import { billingService } from './features/billing/service.ts'
import { bulkService } from './features/bulk/service.ts'
import { consentsService } from './features/consents/service.ts'
import { contactsService } from './features/contacts/service.ts'
import { creditsService } from './features/credits/service.ts'
import { demoService } from './features/demo/service.ts'
import { enrichmentService } from './features/enrichment/service.ts'
import { importsService } from './features/imports/service.ts'
import { mergesService } from './features/merges/service.ts'
import { notificationsService } from './features/notifications/service.ts'
import { organizationsService } from './features/organizations/service.ts'
import { playbooksService } from './features/playbooks/service.ts'
import { scoresService } from './features/scores/service.ts'
import { tasksService } from './features/tasks/service.ts'
import { testPaymentsService } from './features/test-payments/service.ts'
import { timelineService } from './features/timeline/service.ts'
import { viewsService } from './features/views/service.ts'
import type { TestPayments } from './platform/payments/test-payments.ts'
import type { Platform } from './platform/platform.ts'

/** Who gets what: the services of every feature, each given the ones it may use. */
export function composeServices(platform: Platform, payments: TestPayments) {
  const auth = authService(platform)
  const organizations = organizationsService(platform)
  const credits = creditsService(platform)
  const tasks = tasksService(platform, { organizations })
  const playbooks = playbooksService(platform, { tasks })
  const notifications = notificationsService(platform, { tasks })
  const contacts = contactsService(platform, { tasks })
  const scores = scoresService(platform, { contacts })
  const consents = consentsService(platform, { contacts, tasks })
  const merges = mergesService(platform, { contacts, scores, tasks })
  const timeline = timelineService(platform, { contacts })
  const enrichment = enrichmentService(platform, { contacts, credits, scores, tasks, notifications })
  const imports = importsService(platform, { contacts, enrichment, notifications })
  const bulk = bulkService(platform, { contacts, enrichment, tasks })
  const views = viewsService(platform)
  const billing = billingService(platform, { credits, enrichment })
  const assistant = assistantService(platform)
  const testPayments = testPaymentsService({ payments, log: platform.log })
  const demo = demoService(platform, { auth, organizations, billing, contacts, enrichment, scores })
  return {
    auth,
    organizations,
    credits,
    tasks,
    playbooks,
    notifications,
    contacts,
    scores,
    consents,
    merges,
    timeline,
    enrichment,
    imports,
    bulk,
    views,
    billing,
    assistant,
    testPayments,
    demo,
  }
}

export type Services = ReturnType<typeof composeServices>
