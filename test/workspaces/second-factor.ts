import { expect } from 'vitest'
import type { SecondFactorStatus } from '#contract/second-factor.ts'
import { authenticator } from '../builders/authenticator.ts'
import { createTestApp, type Person, type TestResponse } from '../test-app.ts'

export const SECOND_FACTOR = '/api/profile/second-factor'

/** A user with an authenticator app and recovery codes. */
export type AuthenticatorHolder = Person & {
  secret: string
  code(steps?: number): string
  recoveryCodes: string[]
}

export const secondFactorOf = async (person: Person) =>
  (await person.request('GET', SECOND_FACTOR)).json as SecondFactorStatus

export const isSignedIn = async (person: Person) =>
  (await person.request('GET', '/api/auth/user')).status === 200

/** Enters the code that a pending sign-in needs. */
export const enterCode = (pending: Person, code: string) =>
  pending.request('POST', '/api/auth/second-factor', { code })

/** The whole application, with a clock that only advances between codes. */
export async function openSecondFactorApp(options: Parameters<typeof createTestApp>[0] = {}) {
  let now = new Date()
  const clock = { now: () => now }
  const app = await createTestApp({ ...options, clock })
  /** Advances the clock to the next code, since a used code is rejected. */
  const advanceToNextCode = () => {
    now = new Date(now.getTime() + 30_000)
  }

  return {
    app,
    nextStep: advanceToNextCode,
    authenticatorOf: (secret: string) => authenticator(secret, clock.now),

    /** Turns it on for a signed-in user without using the current code. */
    async turnOn(person: Person): Promise<AuthenticatorHolder> {
      const { secret } = (await person.request('POST', `${SECOND_FACTOR}/start`)).json as AuthenticatorHolder
      const { code } = authenticator(secret, clock.now)
      const confirmation = await person.request('POST', `${SECOND_FACTOR}/confirm`, { code: code() })
      expect(confirmation.status).toBe(200)
      advanceToNextCode()
      const { recoveryCodes } = confirmation.json as AuthenticatorHolder
      return { ...person, secret, code, recoveryCodes }
    },

    /** Subjects of emails to an address, newest first. */
    emailSubjectsTo: async (email: string) => {
      await app.queue.drain()
      const emails = app.mailer.outbox?.filter(({ to }) => to === email) ?? []
      return emails.map(({ subject }) => subject.split(':')[0])
    },

    /** True if a response sets a valid session cookie. */
    isSessionSet: async (response: TestResponse): Promise<boolean> => {
      const cookies = [response.headers['set-cookie'] ?? []].flat().map(String)
      const cookie = cookies.find((line) => line.startsWith('sid='))?.split(';')[0] ?? ''
      const user = await app.app.inject({ url: '/api/auth/user', headers: { cookie } })
      return user.statusCode === 200
    },

    /** Clears the counted wrong codes, as if their window had passed. */
    clearWrongCodes: () => app.owner.run('delete from rate_limits'),
  }
}
