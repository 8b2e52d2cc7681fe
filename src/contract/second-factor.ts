import { z } from 'zod'
import { readCode } from '#domain/identity/second-factor.ts'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { isoDateTime } from './text.ts'

const codeInput = z.string('Enter the code').trim().min(1, 'Enter the code').max(60, 'This code is too long')

/** An app code or recovery code, with or without spaces and hyphens. */
const anyCode = z.strictObject({
  code: codeInput.refine(
    (code) => code === '' || readCode(code) !== null,
    'Enter the six digits of your app, or a recovery code',
  ),
})

/** An app code, as proof that the app has the secret. */
const appCode = z.strictObject({
  code: codeInput.refine(
    (code) => code === '' || readCode(code)?.kind === 'app',
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

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/profile/second-factor',
  summary: 'Check if your account has two-factor authentication',
  access: 'signed-in',
  rate: 'read',
  answers: { 200: status },
})

export const startSecondFactor = endpoint({
  method: 'POST',
  path: '/api/profile/second-factor/start',
  summary:
    'Get a secret for your authenticator app, within ten minutes of signing in; confirm it with a code',
  access: 'signed-in',
  rate: 'write',
  answers: {
    200: z.object({
      /** Base 32. */
      secret: z.string(),
      /** The secret as an otpauth:// URL, for a QR code. */
      uri: z.string(),
    }),
  },
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/profile/second-factor/confirm',
  summary: 'Turn on two-factor authentication with an app code; signs out all other sessions',
  access: 'signed-in',
  rate: 'write',
  body: appCode,
  answers: { 200: recoveryCodes },
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/profile/second-factor/recovery-codes',
  summary: 'Get ten new recovery codes with a current code; the old ones stop working',
  access: 'signed-in',
  rate: 'write',
  body: anyCode,
  answers: { 200: recoveryCodes },
})

export const turnOffSecondFactor = endpoint({
  method: 'POST',
  path: '/api/profile/second-factor/turn-off',
  summary: 'Turn off two-factor authentication with a current code',
  access: 'signed-in',
  rate: 'write',
  body: anyCode,
  answers: { 204: z.undefined() },
})

export const verifySecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor',
  summary: 'Finish signing in with a code after the emailed link',
  access: 'public',
  rate: 'none', // wrong codes are counted by account, in the database
  body: anyCode,
  answers: { 204: z.undefined() },
})

export const resetInput = z.strictObject({
  email: emailAddress,
  reason: z.string('Required').trim().min(1, 'Required').max(500, 'Use at most 500 characters'),
})
export type ResetInput = z.infer<typeof resetInput>

export const resetSecondFactor = endpoint({
  method: 'POST',
  path: '/api/admin/second-factors/reset',
  summary: 'Reset the second factor of a person who lost it; ends their sessions and emails them',
  access: 'platform-admin',
  rate: 'write',
  body: resetInput,
  answers: { 204: z.undefined() },
})
