import { checkSamlResponse, openSamlResponse } from '#server/features/single-sign-on/service/saml.ts'
import { SignInFailure } from '#server/features/single-sign-on/service/sign-in-failure.ts'
import {
  assertionXml,
  createSigningKey,
  type ResponseFacts,
  responseFacts,
  responseXml,
  signXml,
} from '#test/fakes/identity-providers/saml-documents.ts'

const PROVIDER = 'https://idp.acme.test/entity'
export const SAML_URLS = { acs: 'https://app.test/acs', metadata: 'https://app.test/metadata' }
export const samlKey = createSigningKey()
export const SAML_CONNECTION = {
  issuer: PROVIDER,
  signInUrl: 'https://idp.acme.test/sso',
  certificates: [samlKey.cert],
  groupsAttribute: null,
}

/** Statements of an honest response for `mallory@acme.test`, with changes. */
export const factsWith = (changes: Partial<ResponseFacts> = {}): ResponseFacts =>
  responseFacts({
    issuer: PROVIDER,
    acs: SAML_URLS.acs,
    audience: SAML_URLS.metadata,
    requestId: '_request',
    person: { email: 'mallory@acme.test', subject: 'mallory', groups: ['agents'] },
    ...changes,
  })

/** A response whose assertion was changed before it was signed. */
export function responseSignedAfter(change: (xml: string) => string): string {
  const facts = factsWith()
  return responseXml(facts, signXml(change(assertionXml(facts)), facts.assertionId, samlKey))
}

export const checkResponse = async (xml: string | Buffer) =>
  checkSamlResponse(
    openSamlResponse(Buffer.from(xml).toString('base64')),
    SAML_CONNECTION,
    SAML_URLS,
    new Date(),
  )

/** The failure of a response, or the person it signs in. */
export const outcomeOf = (xml: string | Buffer): Promise<string> =>
  checkResponse(xml).then(
    ({ person }) => `signed in ${person.email}`,
    (error: unknown) => {
      if (error instanceof SignInFailure) return error.failure
      throw error
    },
  )
