import { z } from 'zod'
import { readCode } from '#domain/identity/second-factor.ts'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { isoDateTime } from './text.ts'

const codeInput = z
  .string('Enter the code')
  .trim()
  .min(1, 'Enter the code')
  .max(60, 'This is too long for a code')

/** A code of the app or a recovery code, with or without spaces and hyphens. */
const anyCode = z.strictObject({
  code: codeInput.refine(
    (code) => code === '' || readCode(code) !== null,
    'Enter the six digits of your app, or a recovery code',
  ),
})

/** A code of the app alone: proves that it holds the secret. */
const appCode = z.strictObject({
  code: codeInput.refine(
    (code) => code === '' || readCode(code)?.kind === 'app',
    'Enter the six digits your app shows',
  ),
})

const recoveryCodes = z.object({
  /** Shown this once; only their hashes are kept. */
  recoveryCodes: z.array(z.string()),
})

const status = z.object({
  /** Since when it is on; null while it is off. */
  since: isoDateTime.nullable(),
  recoveryCodesLeft: z.number().int(),
  /** Whether this session began within the last ten minutes, as setting up asks for. */
  isFresh: z.boolean(),
  /** The account operates a production instance, whose console stays closed without it. */
  isRequired: z.boolean(),
})
export type SecondFactorStatus = z.infer<typeof status>

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/profile/second-factor',
  summary: 'Whether signing in to your account asks for a code of an authenticator app',
  access: 'signed-in',
  rate: 'read',
  answers: { 200: status },
})

export const startSecondFactor = endpoint({
  method: 'POST',
  path: '/api/profile/second-factor/start',
  summary: 'Get a secret for your authenticator app, within ten minutes of signing in; confirm it by a code',
  access: 'signed-in',
  rate: 'write',
  answers: {
    200: z.object({
      /** Base 32. */
      secret: z.string(),
      /** The same as an otpauth:// address, for a QR code. */
      uri: z.string(),
    }),
  },
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/profile/second-factor/confirm',
  summary: 'Turn the second factor on by a code of the app; signs out all other sessions',
  access: 'signed-in',
  rate: 'write',
  body: appCode,
  answers: { 200: recoveryCodes },
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/profile/second-factor/recovery-codes',
  summary: 'Get ten new recovery codes for a current code; those before stop working',
  access: 'signed-in',
  rate: 'write',
  body: anyCode,
  answers: { 200: recoveryCodes },
})

export const turnOffSecondFactor = endpoint({
  method: 'POST',
  path: '/api/profile/second-factor/turn-off',
  summary: 'Turn the second factor off by a current code',
  access: 'signed-in',
  rate: 'write',
  body: anyCode,
  answers: { 204: z.undefined() },
})

export const verifySecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor',
  summary: 'Finish signing in: after the mailed link, the code that the account asks for',
  access: 'public',
  rate: 'none', // wrong codes are counted by account, in the database
  body: anyCode,
  answers: { 204: z.undefined() },
})

export const resetInput = z.strictObject({
  email: emailAddress,
  reason: z.string('Required').trim().min(1, 'Required').max(500, 'Keep it under 500 characters'),
})
export type ResetInput = z.infer<typeof resetInput>

export const resetSecondFactor = endpoint({
  method: 'POST',
  path: '/api/admin/second-factors/reset',
  summary: 'Turn off the second factor of somebody who lost it; ends their sessions and mails them',
  access: 'platform-admin',
  rate: 'write',
  body: resetInput,
  answers: { 204: z.undefined() },
})
