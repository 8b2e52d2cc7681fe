import { authService } from './features/auth/service.ts'
import { billingService } from './features/billing/service.ts'
import { contactsService } from './features/contacts/service.ts'
import { creditsService } from './features/credits/service.ts'
import { demoService } from './features/demo/service.ts'
import { enrichmentService } from './features/enrichment/service.ts'
import { importsService } from './features/imports/service.ts'
import { organizationsService } from './features/organizations/service.ts'
import { scoresService } from './features/scores/service.ts'
import { tasksService } from './features/tasks/service.ts'
import { testPaymentsService } from './features/test-payments/service.ts'
import type { TestPayments } from './platform/payments/test-payments.ts'
import type { Platform } from './platform/platform.ts'

/** Who gets what: the services of every feature, each given the ones it may use. */
export function composeServices(platform: Platform, payments: TestPayments) {
  const auth = authService(platform)
  const organizations = organizationsService(platform)
  const credits = creditsService(platform)
  const tasks = tasksService(platform)
  const contacts = contactsService(platform, { tasks })
  const scores = scoresService(platform, { contacts })
  const enrichment = enrichmentService(platform, { contacts, credits, scores, tasks })
  const imports = importsService(platform, { contacts, enrichment })
  const billing = billingService(platform, { credits, enrichment })
  const testPayments = testPaymentsService({ payments, log: platform.log })
  const demo = demoService(platform, { auth, organizations, billing, contacts, enrichment, scores })
  return {
    auth,
    organizations,
    credits,
    tasks,
    contacts,
    scores,
    enrichment,
    imports,
    billing,
    testPayments,
    demo,
  }
}

export type Services = ReturnType<typeof composeServices>
