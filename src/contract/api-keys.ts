import { z } from 'zod'
import { memberEndpoint, SCOPES } from './endpoint.ts'
import { isoDateTime, requiredLine } from './text.ts'

const MAX_NETWORKS = 20
/** Lifetimes to choose from, in days; null means that the key doesn't expire. */
const KEY_DAYS = { default: 90, min: 7, max: 365 } as const

const role = z.enum(['OWNER', 'ADMIN', 'MEMBER'])
const scope = z.enum(SCOPES)

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** First characters, to recognize the key by. */
  start: z.string(),
  /** The member for whom it acts. */
  userId: z.string(),
  memberName: z.string(),
  /** Highest role; the member's own role limits it too. */
  role,
  scopes: z.array(scope),
  /** Networks that it may be used from, such as `203.0.113.0/24`; all if empty. */
  networks: z.array(z.string()),
  /** Credits that it may use in a day; null without a limit. */
  dailyCredits: z.number().int().nullable(),
  expiresAt: isoDateTime.nullable(),
  lastUsedAt: isoDateTime.nullable(),
  /** Until then the key from before the last rotation works too. */
  previousUntil: isoDateTime.nullable(),
  createdAt: isoDateTime,
})
export type ApiKey = z.infer<typeof apiKey>

/** A key with the text that is shown only once. */
const shownKey = apiKey.extend({ key: z.string() })
export type ShownApiKey = z.infer<typeof shownKey>

const path = '/api/organizations/{id}/api-keys' as const

export const listApiKeys = memberEndpoint(`GET ${path}`, {
  summary: 'List your API keys, newest first; owners and administrators see those of all members',
  responses: { 200: z.array(apiKey) },
})

const network = z
  .string()
  .trim()
  .pipe(
    z.union(
      [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
      'Enter an IP address or a range such as 203.0.113.0/24',
    ),
  )

const keyInput = z.strictObject({
  name: requiredLine(60, 'Enter a name for the key'),
  role: role.default('MEMBER'),
  scopes: z.array(scope).min(1, 'Choose at least one permission'),
  networks: z.array(network).max(MAX_NETWORKS, `Enter at most ${MAX_NETWORKS} networks`).default([]),
  dailyCredits: z.number().int().min(0).max(100_000).nullable().default(null),
  /** Lifetime in days; null for a key that doesn't expire. */
  days: z.number().int().min(KEY_DAYS.min).max(KEY_DAYS.max).nullable().default(KEY_DAYS.default),
})
export type ApiKeyInput = z.output<typeof keyInput>

export const createApiKey = memberEndpoint(`POST ${path}`, {
  summary: 'Create an API key that acts for you; it is shown only in this answer',
  body: keyInput,
  responses: { 201: shownKey },
})

export const rotateApiKey = memberEndpoint(`POST ${path}/{keyId}/rotate`, {
  summary: 'Replace one of your API keys; the old one works for another 24 hours',
  responses: { 200: shownKey },
})

export const revokeApiKey = memberEndpoint(`DELETE ${path}/{keyId}`, {
  summary: "Revoke an API key at once; owners and administrators can revoke other members' keys",
})
