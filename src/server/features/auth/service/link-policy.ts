import type { CurrentUser } from '#contract/auth.ts'
import type { Query } from '#server/platform/db/database.ts'

/** Whether an emailed link may sign in an address where an organization can require single sign-on. */
export type LinkRule =
  | { kind: 'allowed' }
  /** Path of the page where the address signs in instead, and the organization that requires it. */
  | { kind: 'refused'; page: string; organizationId: string }
  /** An owner who may use a link in spite of the requirement. */
  | { kind: 'exception'; organizationId: string }

export type LinkPolicy = {
  ruleFor(email: string): Promise<LinkRule>
  /** Records a sign-in by an exception; part of its transaction. */
  recordException(
    tx: Query,
    signIn: { organizationId: string; user: Pick<CurrentUser, 'id' | 'role'>; requestId: string },
  ): Promise<void>
}

export type SignInRequest = { oldSid: string | undefined; requestId: string; userAgent: string | undefined }
export type StartedSignIn = { sid: string; isAwaitingCode: boolean }

export const ALLOWED: LinkRule = { kind: 'allowed' }
