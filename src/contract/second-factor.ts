import { z } from 'zod'
import { parseCode } from '#domain/identity/second-factor.ts'
import { emailAddress } from './email-address.ts'
import { operatorEndpoint, publicEndpoint, signedInEndpoint } from './endpoint.ts'
import { isoDateTime } from './text.ts'

const codeInput = z.string('Enter the code').trim().min(1, 'Enter the code').max(60, 'This code is too long')

/** An app code or recovery code, with or without spaces and hyphens. */
const anyCode = z.strictObject({
  code: codeInput.refine(
    (code) => code === '' || parseCode(code) !== null,
    'Enter the six digits of your app, or a recovery code',
  ),
})

/** An app code, as proof that the app has the secret. */
const appCode = z.strictObject({
  code: codeInput.refine(
    (code) => code === '' || parseCode(code)?.kind === 'app',
    'Enter the six digits your app shows',
  ),
})

const recoveryCodes = z.object({
  /** Shown only once; the server stores hashes. */
  recoveryCodes: z.array(z.string()),
})

const status = z.object({
  /** Time it was turned on; null while off. */
  since: isoDateTime.nullable(),
  recoveryCodesLeft: z.number().int(),
  /** True if this session is at most ten minutes old, which setup requires. */
  isFresh: z.boolean(),
  /** True for operators of a production instance, who need it for the console. */
  isRequired: z.boolean(),
})
export type SecondFactorStatus = z.infer<typeof status>

export const getSecondFactor = signedInEndpoint('GET /api/profile/second-factor', {
  summary: 'Check if your account has two-factor authentication',
  responses: { 200: status },
})

export const startSecondFactor = signedInEndpoint('POST /api/profile/second-factor/start', {
  summary:
    'Get a secret for your authenticator app, within ten minutes of signing in; confirm it with a code',
  responses: {
    200: z.object({
      /** Base 32. */
      secret: z.string(),
      /** The secret as an otpauth:// URL, for a QR code. */
      uri: z.string(),
    }),
  },
})

export const confirmSecondFactor = signedInEndpoint('POST /api/profile/second-factor/confirm', {
  summary: 'Turn on two-factor authentication with an app code; signs out all other sessions',
  body: appCode,
  responses: { 200: recoveryCodes },
})

export const renewRecoveryCodes = signedInEndpoint('POST /api/profile/second-factor/recovery-codes', {
  summary: 'Get ten new recovery codes with a current code; the old ones stop working',
  body: anyCode,
  responses: { 200: recoveryCodes },
})

export const turnOffSecondFactor = signedInEndpoint('POST /api/profile/second-factor/turn-off', {
  summary: 'Turn off two-factor authentication with a current code',
  body: anyCode,
})

export const verifySecondFactor = publicEndpoint('POST /api/auth/second-factor', {
  summary: 'Finish signing in with a code after the emailed link',
  rate: 'none', // wrong codes are counted by account, in the database
  body: anyCode,
})

export const resetInput = z.strictObject({
  email: emailAddress,
  reason: z.string('Required').trim().min(1, 'Required').max(500, 'Use at most 500 characters'),
})
export type ResetInput = z.infer<typeof resetInput>

export const resetSecondFactor = operatorEndpoint('POST /api/admin/second-factors/reset', {
  summary: 'Reset the second factor of a person who lost it; ends their sessions and emails them',
  body: resetInput,
})
