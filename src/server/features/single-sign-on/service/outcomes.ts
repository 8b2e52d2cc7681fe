import type { TestResult } from '#contract/single-sign-on.ts'
import { audit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as connections from '../store/connections.ts'
import type { createAdmission, SignInRequest } from './admission.ts'
import type { Connected } from './connected.ts'
import { SignInFailure, type VerifiedPerson } from './sign-in-failure.ts'

/** Where a browser goes next; with a session if it is signed in. */
export type Outcome = { location: string; session?: { sid: string; isAwaitingCode: boolean } }

type AttemptKind = { testedBy: string | null }

export const refused = (connectionId: string, error: string): Outcome => ({
  location: `/auth/sso/${connectionId}?${new URLSearchParams({ error })}`,
})

/** Ends of sign-ins and tests. */
export function createOutcomes(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  admission: ReturnType<typeof createAdmission>,
) {
  /** Records why a sign-in failed, for the owners. */
  async function recordFailure(
    { organizationId, connection }: Connected,
    error: unknown,
    requestId: string | undefined,
  ): Promise<void> {
    if (!(error instanceof SignInFailure)) return
    const { failure } = error
    await db.tenant(organizationId, async (tx) => {
      await connections.recordFailure(tx, connection.id, failure)
      await audit(tx, {
        actor: { kind: 'visitor' },
        action: 'sign-in.single-sign-on-refused',
        subject: connection.id,
        details: { failure },
        requestId,
      })
    })
  }

  async function storeTest(
    { organizationId, connection }: Connected,
    person: VerifiedPerson | null,
    failure: TestResult['failure'],
  ): Promise<Outcome> {
    const result: TestResult = {
      at: clock.now().toISOString(),
      subject: person?.subject ?? '',
      email: person?.email ?? null,
      groups: person?.groups ?? [],
      failure,
    }
    await db.tenant(organizationId, async (tx) => {
      if (failure === null) await connections.recordSuccess(tx, connection.id)
      await connections.saveTest(tx, connection.id, result)
    })
    return { location: `/settings/single-sign-on?${new URLSearchParams({ tested: connection.id })}` }
  }

  /** Ends a sign-in at its error page, and a test at the settings. @throws errors of our own */
  async function fail(
    connected: Connected,
    { testedBy }: AttemptKind,
    error: unknown,
    details: { requestId: string | undefined; person?: VerifiedPerson },
  ): Promise<Outcome> {
    await recordFailure(connected, error, details.requestId)
    if (testedBy && error instanceof SignInFailure)
      return storeTest(connected, details.person ?? null, error.failure)
    return refused(connected.connection.id, errorCodeOf(error))
  }

  return {
    recordFailure,
    fail,

    /** Finishes a test, or signs a person in. */
    async complete(
      connected: Connected,
      attempt: AttemptKind,
      person: VerifiedPerson,
      request: SignInRequest,
    ): Promise<Outcome> {
      try {
        if (attempt.testedBy) {
          await admission.check(connected, person)
          return await storeTest(connected, person, null)
        }
        const session = await admission.signIn(connected, person, request)
        return { location: session.isAwaitingCode ? '/auth/code' : '/dashboard', session }
      } catch (error) {
        return fail(connected, attempt, error, { requestId: request.requestId, person })
      }
    },
  }
}

/** Error in the URL of the sign-in page. @throws errors that the page can't explain */
function errorCodeOf(error: unknown): string {
  if (error instanceof SignInFailure) return error.failure
  if (error instanceof AppError && ['suspended', 'unavailable', 'conflict'].includes(error.code))
    return error.code
  throw error
}
