import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { isoDate, isoDateTime, pageQuery } from './text.ts'

const count = z.number().int()
const cents = z.number().int()

/** Which part of a list the operator asks for. */
export const operatorPage = {
  ...pageQuery(50),
}

const month = z.object({
  /** The first day of a month in UTC. */
  month: isoDate,
  /** Paid invoices of the month, less what was paid back of them. US cents. */
  revenueCents: cents,
  /** What a month of the paid periods costs that ran when it ended, a year by twelfths; the running month: now. */
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
  /** Members of organizations. */
  seats: count,
  contacts: count,
  /** Twelve months, the running one last. */
  months: z.array(month),
})
export type Overview = z.infer<typeof overview>

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  summary: 'Organizations, seats, contacts, credits and revenue of the instance, by month',
  access: 'platform-admin',
  rate: 'heavy',
  answers: { 200: overview },
})

const logEntry = z.object({
  id: z.string(),
  at: isoDateTime,
  /** `user:<id>`, `job:<name>` or `visitor`. */
  actor: z.string(),
  /** The address of the user, while there is one. */
  actorEmail: z.string().nullable(),
  action: z.string(),
  subject: z.string().nullable(),
  /** The name of the organization that the subject is, if it is one. */
  organizationName: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
})
export type LogEntry = z.infer<typeof logEntry>
export const logPage = z.object({ entries: z.array(logEntry), next: z.string().nullable() })

export const listLog = endpoint({
  method: 'GET',
  path: '/api/admin/log',
  summary: 'The audit log of the platform, newest first',
  access: 'platform-admin',
  rate: 'read',
  // `action`: the beginning of an action, such as `operator.` or `sign-in`.
  query: z.strictObject({
    ...operatorPage,
    action: z
      .string()
      .regex(/^[a-z.-]*$/, 'Actions have small letters, dots and hyphens')
      .max(60)
      .optional(),
  }),
  answers: { 200: logPage },
})

const queueFigure = z.object({
  job: z.string(),
  waiting: count,
  running: count,
  /** Given up within the last hour. */
  failed: count,
  waitingSince: isoDateTime.nullable(),
})
export type QueueFigure = z.infer<typeof queueFigure>

const moneyCheck = z.object({
  /** When the last check ended, and when one came to nothing since. */
  checkedAt: isoDateTime.nullable(),
  failedAt: isoDateTime.nullable(),
  /** Whether one was asked for that has not ended. */
  isRunning: z.boolean(),
  /** What it found, named by ids; the first 100. */
  broken: z.array(z.object({ rule: z.string(), subject: z.string() })),
})
export type MoneyCheck = z.infer<typeof moneyCheck>

const moneyNote = z.object({
  key: z.string(),
  kind: z.enum(['late_payment', 'refund_elsewhere', 'refund_failed', 'payment_refused']),
  at: isoDateTime,
  /** Its id; it may be erased. */
  organization: z.string(),
  /** The invoice, by the provider's name. */
  subject: z.string(),
  outcome: z.string(),
})
export type MoneyNote = z.infer<typeof moneyNote>

export const getSystem = endpoint({
  method: 'GET',
  path: '/api/admin/system',
  summary: 'How many jobs wait, run and failed, and on which days a rule about money was broken',
  access: 'platform-admin',
  rate: 'read',
  answers: {
    200: z.object({
      at: isoDateTime,
      queue: z.array(queueFigure),
      /** The newest 30. */
      alarms: z.array(z.object({ day: isoDate, broken: count })),
      check: moneyCheck,
      /** What a person should look at, the newest 30. */
      notes: z.array(moneyNote),
    }),
  },
})

export const checkMoneyRules = endpoint({
  method: 'POST',
  path: '/api/admin/system/money',
  summary: 'Ask for a check of the rules about credits and payments; the state of the system has its result',
  access: 'platform-admin',
  rate: 'heavy',
  answers: { 202: moneyCheck },
})
