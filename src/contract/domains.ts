import { z } from 'zod'
import { memberEndpoint, publicEndpoint } from './endpoint.ts'
import { isoDateTime, requiredLine } from './text.ts'

/** `app` serves the organization's app on the domain, `email` proves whose email addresses end in it. */
export const DOMAIN_USES = ['app', 'email'] as const
const domainUse = z.enum(DOMAIN_USES)
export type DomainUse = z.infer<typeof domainUse>

/**
 * Why the last check failed: no such record, no answer from the name servers, another organization has proven the domain,
 * or the plan doesn't include it.
 */
export const DOMAIN_PROBLEMS = ['missing', 'unreachable', 'taken', 'plan'] as const
const domainProblem = z.enum(DOMAIN_PROBLEMS)
export type DomainProblem = z.infer<typeof domainProblem>

const domain = z.object({
  id: z.string(),
  /** As people read it; `asciiDomain` is the form that DNS uses. */
  domain: z.string(),
  asciiDomain: z.string(),
  use: domainUse,
  /** The TXT record that proves it. */
  record: z.object({ name: z.string(), value: z.string() }),
  provenAt: isoDateTime.nullable(),
  checkedAt: isoDateTime.nullable(),
  problem: domainProblem.nullable(),
  /** When a proven domain stops working, unless a check succeeds before. */
  endsAt: isoDateTime.nullable(),
})
export type Domain = z.infer<typeof domain>

const id = '/api/organizations/{id}/domains' as const

export const listDomains = memberEndpoint(`GET ${id}`, {
  summary: 'List the domains of your organization, with the TXT record that proves each',
  role: 'ADMIN',
  responses: {
    200: z.object({
      domains: z.array(domain),
      /** The host that a custom domain's CNAME record names. */
      appHost: z.string(),
      /** True if the plan includes custom domains for the app. */
      canServeApp: z.boolean(),
    }),
  },
})

const MAX_DOMAIN_INPUT = 300

export const domainInput = z.strictObject({
  domain: requiredLine(MAX_DOMAIN_INPUT, 'Enter a domain'),
  use: domainUse,
})
export type DomainInput = z.infer<typeof domainInput>

export const addDomain = memberEndpoint(`POST ${id}`, {
  summary: 'Add a domain; it works after its TXT record was found',
  role: 'ADMIN',
  body: domainInput,
  responses: { 201: domain },
})

export const checkDomain = memberEndpoint(`POST ${id}/{domainId}/check`, {
  summary: 'Look for the TXT record of a domain now',
  role: 'ADMIN',
  rate: 'heavy',
  responses: { 200: domain },
})

export const removeDomain = memberEndpoint(`DELETE ${id}/{domainId}`, {
  summary: 'Withdraw a domain; it stops working at once',
  role: 'ADMIN',
})

export const isDomainAllowed = publicEndpoint('GET /api/domains/allowed', {
  summary:
    'For a proxy that gets certificates on demand: 204 if this instance serves the domain, otherwise 404',
  query: z.object({ domain: z.string().max(MAX_DOMAIN_INPUT) }),
})
