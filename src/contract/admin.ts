import { z } from 'zod'
import { operatorEndpoint } from './endpoint.ts'
import { isoDate, isoDateTime, pageOf, pageQuery } from './text.ts'

const count = z.number().int()
const cents = z.number().int()

/** Page of an operator's list. */
export const operatorPage = pageQuery(50)

const month = z.object({
  /** First day of the month in UTC. */
  month: isoDate,
  /** Paid invoices of the month net of refunds, in US cents. */
  revenueCents: cents,
  /** Monthly recurring revenue at the end of the month (yearly plans divided by 12); for the current month, now. */
  recurringCents: cents,
  creditsGranted: count,
  creditsUsed: count,
  newOrganizations: count,
})
export type OperatorMonth = z.infer<typeof month>

export const overview = z.object({
  at: isoDateTime,
  organizations: z.object({
    total: count,
    active: count,
    trialing: count,
    pastDue: count,
    canceled: count,
    incomplete: count,
    suspended: count,
  }),
  /** Number of members. */
  seats: count,
  contacts: count,
  /** The last twelve months, the current one last. */
  months: z.array(month),
})
export type Overview = z.infer<typeof overview>

export const getOverview = operatorEndpoint('GET /api/admin/overview', {
  summary: 'Get organizations, seats, contacts, credits and revenue of the instance by month',
  rate: 'heavy',
  responses: { 200: overview },
})

const logEntry = z.object({
  id: z.string(),
  at: isoDateTime,
  /** `user:<id>`, `job:<name>` or `visitor`. */
  actor: z.string(),
  /** Email address of the user, if they still exist. */
  actorEmail: z.string().nullable(),
  action: z.string(),
  subject: z.string().nullable(),
  /** Name of the subject if it is an organization. */
  organizationName: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
})
export type LogEntry = z.infer<typeof logEntry>
export const logPage = pageOf(logEntry)

export const listLog = operatorEndpoint('GET /api/admin/log', {
  summary: 'List the audit log of the platform, newest first',
  // `action` is a prefix such as `operator.` or `sign-in`.
  query: z.strictObject({
    ...operatorPage,
    action: z
      .string()
      .regex(/^[a-z.-]*$/, 'Use lowercase letters, dots and hyphens')
      .max(60)
      .optional(),
  }),
  responses: { 200: logPage },
})

const queueStats = z.object({
  job: z.string(),
  waiting: count,
  running: count,
  /** Failed permanently within the last hour. */
  failed: count,
  waitingSince: isoDateTime.nullable(),
})
export type QueueStats = z.infer<typeof queueStats>

const moneyCheck = z.object({
  /** End of the last successful check; `failedAt` is the end of a later failed one. */
  checkedAt: isoDateTime.nullable(),
  failedAt: isoDateTime.nullable(),
  /** True while a requested check is running. */
  isRunning: z.boolean(),
  /** The first 100 findings, by id. */
  broken: z.array(z.object({ rule: z.string(), subject: z.string() })),
})
export type MoneyCheck = z.infer<typeof moneyCheck>

const moneyNote = z.object({
  key: z.string(),
  kind: z.enum(['late_payment', 'refund_elsewhere', 'refund_failed', 'payment_refused']),
  at: isoDateTime,
  /** Id of the organization, which may be erased. */
  organization: z.string(),
  /** The provider's id of the invoice. */
  subject: z.string(),
  outcome: z.string(),
})
export type MoneyNote = z.infer<typeof moneyNote>

export const getSystem = operatorEndpoint('GET /api/admin/system', {
  summary: 'Get waiting, running and failed jobs, and billing checks that failed',
  responses: {
    200: z.object({
      at: isoDateTime,
      queue: z.array(queueStats),
      /** The latest 30. */
      alarms: z.array(z.object({ day: isoDate, broken: count })),
      check: moneyCheck,
      /** The latest 30 findings for a person to review. */
      notes: z.array(moneyNote),
    }),
  },
})

export const checkMoneyRules = operatorEndpoint('POST /api/admin/system/money', {
  summary: 'Start a billing check; the system status has its result',
  rate: 'heavy',
  responses: { 202: moneyCheck },
})
