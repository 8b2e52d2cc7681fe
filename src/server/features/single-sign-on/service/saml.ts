import { SAML, type SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml'
import { CLOCK_SKEW_SECONDS, MAX_ASSERTION_MINUTES } from '../limits.ts'
import { type AssertionFacts, readAssertion } from './saml-assertion.ts'
import { checkEnvelope, requestIdOf } from './saml-envelope.ts'
import { SignInFailure } from './sign-in-failure.ts'
import { readXml } from './xml-tree.ts'

export type SamlConnection = {
  issuer: string
  signInUrl: string
  certificates: readonly string[]
  groupsAttribute: string | null
}
/** Our side of a connection. */
export type SamlUrls = { acs: string; metadata: string }

/** Our own table remembers requests and assertions, in every process. */
const NO_CACHE: SamlConfig['cacheProvider'] = {
  saveAsync: async () => null,
  getAsync: async () => null,
  removeAsync: async () => null,
}

function createSaml(connection: SamlConnection, urls: SamlUrls, requestId?: string): SAML {
  return new SAML({
    callbackUrl: urls.acs,
    issuer: urls.metadata,
    audience: urls.metadata,
    entryPoint: connection.signInUrl,
    idpCert: [...connection.certificates],
    idpIssuer: connection.issuer,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_SKEW_SECONDS * 1000,
    maxAssertionAgeMs: MAX_ASSERTION_MINUTES * 60_000,
    validateInResponseTo: ValidateInResponseTo.never,
    cacheProvider: NO_CACHE,
    // The identity provider decides how people sign in and which name it sends.
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    ...(requestId ? { generateUniqueId: () => requestId } : {}),
  })
}

/** URL of the identity provider with a request. */
export function samlRequestUrl(
  connection: SamlConnection,
  urls: SamlUrls,
  requestId: string,
): Promise<string> {
  return createSaml(connection, urls, requestId).getAuthorizeUrlAsync('', undefined, {})
}

export type SamlResponse = { xml: string; requestId: string | null }

/** Decodes a posted response. @throws {SignInFailure} malformed */
export function openSamlResponse(base64: string): SamlResponse {
  const text = base64.replace(/\s+/g, '')
  if (text === '' || !/^[A-Za-z\d+/]+={0,2}$/.test(text)) throw new SignInFailure('malformed')
  const bytes = Buffer.from(text, 'base64')
  const xml = bytes.toString('utf8')
  if (!Buffer.from(xml).equals(bytes)) throw new SignInFailure('malformed')
  return { xml, requestId: requestIdOf(readXml(xml)) }
}

/**
 * Checks a response completely. The library checks the signature; before, the document must have the one shape that we
 * accept, and after, only the signed bytes are read.
 *
 * @throws {SignInFailure}
 */
export async function checkSamlResponse(
  { xml, requestId }: SamlResponse,
  connection: SamlConnection,
  urls: SamlUrls,
  now: Date,
): Promise<AssertionFacts> {
  const expected = { issuer: connection.issuer, acs: urls.acs, requestId }
  const id = checkEnvelope(readXml(xml), expected)
  const signedXml = await signedAssertionOf(xml, createSaml(connection, urls))
  const { groupsAttribute } = connection
  return readAssertion(signedXml, { ...expected, id, audience: urls.metadata, groupsAttribute }, now)
}

async function signedAssertionOf(xml: string, saml: SAML): Promise<string> {
  const SAMLResponse = Buffer.from(xml).toString('base64')
  const result = await saml.validatePostResponseAsync({ SAMLResponse }).catch((error: Error) => {
    throw new SignInFailure(libraryFailure(error.message), { cause: error })
  })
  const signedXml = result.profile?.getAssertionXml?.()
  if (!signedXml) throw new SignInFailure('signature')
  return signedXml
}

/** The library also checks times and audiences, in words of its own. */
function libraryFailure(message: string) {
  if (/not yet valid/i.test(message)) return 'not-yet-valid'
  if (/expired|too old|No valid subject confirmation/i.test(message)) return 'expired'
  if (/audience/i.test(message)) return 'audience'
  return 'signature'
}
