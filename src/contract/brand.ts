import { z } from 'zod'
import { refusedAccentText } from '#domain/brand/accent-text.ts'
import { hasHiddenCharacters, hasLink, hasVisibleLetters } from '#domain/brand/brand-text.ts'
import { emailAddress } from './email-address.ts'
import { memberEndpoint } from './endpoint.ts'
import { isoDateTime, optionalText, requiredLine } from './text.ts'

const MAX_BRAND_NAME_LENGTH = 60
const MAX_EMAIL_TEXT_LENGTH = 300
/** Largest logo or favicon file, in bytes. */
const MAX_LOGO_BYTES = 2 * 1024 * 1024
/** Types of files that can be uploaded; the content decides. */
const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/svg+xml'] as const

export type ImageKind = 'logo' | 'favicon'

const brandName = requiredLine(MAX_BRAND_NAME_LENGTH, 'Enter a name')
  .refine((name) => !hasHiddenCharacters(name), 'Remove the invisible characters')
  .refine(hasVisibleLetters, 'Use at least one letter or digit')
  .refine((name) => !/:\/\/|[@<>]/.test(name), 'Use a name, not a link or an address')

const accentColor = z
  .string('Enter a color like #1a6cf0')
  .max(20, 'Enter a color like #1a6cf0')
  .transform((text) => text.trim().toLowerCase())
  .superRefine((hex, context) => {
    const message = refusedAccentText(hex)
    if (message) context.addIssue({ code: 'custom', message })
  })

const emailText = optionalText(MAX_EMAIL_TEXT_LENGTH)
  .refine((text) => !text || !hasHiddenCharacters(text, true), 'Remove the invisible characters')
  .refine(
    (text) => !text || !hasLink(text),
    'Remove links, websites and email addresses. Use the support email for replies.',
  )

const image = z.object({ url: z.string(), width: z.number().int(), height: z.number().int() })

const recordState = z.enum(['ok', 'missing', 'wrong', 'unknown'])

const senderRecord = z.object({
  kind: z.enum(['spf', 'dkim', 'dmarc']),
  /** Null before the first look at the DNS. */
  state: recordState.nullable(),
  /** Name and value of the TXT record to publish. */
  name: z.string(),
  value: z.string(),
})
export type SenderRecord = z.infer<typeof senderRecord>

const brandSettings = z.object({
  /** True if the plan includes white label; otherwise everyone sees the product's own brand. */
  isIncluded: z.boolean(),
  name: z.string().nullable(),
  /** The color as chosen, and as each theme shows it. */
  accent: z.string().nullable(),
  colors: z.object({ dark: z.string(), light: z.string() }).nullable(),
  supportEmail: z.string().nullable(),
  showsPoweredBy: z.boolean(),
  emailIntro: z.string().nullable(),
  emailSignature: z.string().nullable(),
  /** Themes in which the logo hardly shows, so that it gets a tile behind it. */
  logo: image.extend({ faintOn: z.array(z.enum(['dark', 'light'])) }).nullable(),
  favicon: image.extend({ isDerived: z.boolean() }).nullable(),
  sender: z
    .object({
      address: z.string(),
      /** True while emails come from this address. */
      isUsed: z.boolean(),
      checkedAt: isoDateTime.nullable(),
      records: z.array(senderRecord),
    })
    .nullable(),
})
export type BrandSettings = z.infer<typeof brandSettings>

export const getBrand = memberEndpoint('GET /api/organizations/{id}/brand', {
  summary: 'Get the brand of your organization and whether your plan includes it',
  role: 'ADMIN',
  responses: { 200: brandSettings },
})

/** Changes of a brand; null puts the product's own back. */
export const brandChange = z
  .strictObject({
    name: brandName.nullable().optional(),
    accent: accentColor.nullable().optional(),
    supportEmail: emailAddress.nullable().optional(),
    showsPoweredBy: z.boolean().optional(),
    emailIntro: emailText.optional(),
    emailSignature: emailText.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Send at least one change')
export type BrandChange = z.output<typeof brandChange>

export const changeBrand = memberEndpoint('PATCH /api/organizations/{id}/brand', {
  summary: 'Change name, color and texts of your brand; needs the Enterprise plan',
  role: 'ADMIN',
  body: brandChange,
  responses: { 200: brandSettings },
})

const uploadOptions = {
  role: 'ADMIN',
  rate: 'heavy',
  duration: 'long',
  maxBodyBytes: MAX_LOGO_BYTES,
  streamedTypes: LOGO_TYPES,
  isBodyBuffered: true,
  responses: { 200: brandSettings },
} as const

export const uploadLogo = memberEndpoint('POST /api/organizations/{id}/brand/logo', {
  summary:
    'Upload a logo: PNG, JPEG, WebP, AVIF or SVG, recognized by content and stored as PNG; needs the Enterprise plan',
  ...uploadOptions,
})

export const removeLogo = memberEndpoint('DELETE /api/organizations/{id}/brand/logo', {
  summary: 'Remove your logo',
  role: 'ADMIN',
  responses: { 200: brandSettings },
})

export const uploadFavicon = memberEndpoint('POST /api/organizations/{id}/brand/favicon', {
  summary: 'Upload a favicon in place of the one made from your logo; needs the Enterprise plan',
  ...uploadOptions,
})

export const removeFavicon = memberEndpoint('DELETE /api/organizations/{id}/brand/favicon', {
  summary: 'Remove your favicon; the one made from your logo comes back',
  role: 'ADMIN',
  responses: { 200: brandSettings },
})

export const setSender = memberEndpoint('POST /api/organizations/{id}/brand/sender', {
  summary:
    'Set the address that emails come from and look for its SPF, DKIM and DMARC records; needs the Enterprise plan',
  role: 'ADMIN',
  rate: 'heavy',
  duration: 'wait',
  body: z.strictObject({ address: emailAddress }),
  responses: { 200: brandSettings },
})

export const checkSender = memberEndpoint('POST /api/organizations/{id}/brand/sender/check', {
  summary: 'Look for the SPF, DKIM and DMARC records again',
  role: 'ADMIN',
  rate: 'heavy',
  duration: 'wait',
  responses: { 200: brandSettings },
})

export const removeSender = memberEndpoint('DELETE /api/organizations/{id}/brand/sender', {
  summary: 'Remove the address that emails come from',
  role: 'ADMIN',
  responses: { 200: brandSettings },
})
