import type { Failure } from '#contract/single-sign-on.ts'

/** A sign-in that is refused for a reason that the owners of the connection can see. */
export class SignInFailure extends Error {
  readonly failure: Failure

  constructor(failure: Failure, options?: { cause: unknown }) {
    super(`Single sign-on refused: ${failure}`, options)
    this.name = 'SignInFailure'
    this.failure = failure
  }
}

/** A person as described by an identity provider, after every check. */
export type VerifiedPerson = {
  /** Lasting id at the identity provider. */
  subject: string
  /** Lower-case address; null if the identity provider sent none. */
  email: string | null
  firstName: string | null
  lastName: string | null
  /** Null if the identity provider sent no groups at all. */
  groups: string[] | null
}
