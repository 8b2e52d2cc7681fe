import { describe, expect, test } from 'vitest'
import { factsWith, outcomeOf, responseSignedAfter, samlKey } from '#test/builders/saml-responses.ts'
import {
  assertionXml,
  responseXml,
  SAML,
  signedResponse,
  signXml,
} from '#test/fakes/identity-providers/saml-documents.ts'

const minutes = (count: number) => new Date(Date.now() + count * 60_000)
const STATEMENTS: Record<string, [string, () => string]> = {
  'another audience': [
    'audience',
    () => signedResponse(factsWith({ audience: 'https://other.test' }), samlKey),
  ],
  'another recipient': [
    'recipient',
    () => signedResponse(factsWith({ recipient: 'https://other.test/acs' }), samlKey),
  ],
  'another destination': [
    'destination',
    () => signedResponse(factsWith({ destination: 'https://other.test/acs' }), samlKey),
  ],
  'no destination': ['destination', () => signedResponse(factsWith({ destination: null }), samlKey)],
  'another issuer': ['issuer', () => signedResponse(factsWith({ issuer: 'https://idp.evil.test' }), samlKey)],
  'another issuer of the response': [
    'issuer',
    () => signedResponse(factsWith({ responseIssuer: 'https://idp.evil.test' }), samlKey),
  ],
  'an expired assertion': ['expired', () => signedResponse(factsWith({ now: minutes(-8) }), samlKey)],
  'an assertion of long ago that is valid for years': [
    'expired',
    () => signedResponse(factsWith({ now: minutes(-13), validMinutes: 1e6 }), samlKey),
  ],
  'an assertion that is not valid yet': [
    'not-yet-valid',
    () => signedResponse(factsWith({ notBefore: minutes(4) }), samlKey),
  ],
  'an assertion from the future': [
    'not-yet-valid',
    () => signedResponse(factsWith({ now: minutes(5) }), samlKey),
  ],
  'a confirmation of another request in an answer to ours': [
    'request',
    () => {
      const other = factsWith({ requestId: '_other' })
      const signed = signXml(assertionXml(other), other.assertionId, samlKey)
      return responseXml({ ...other, requestId: '_request' }, signed)
    },
  ],
  'an unsolicited confirmation in an answer to ours': [
    'request',
    () => {
      const other = factsWith({ requestId: null })
      return responseXml(
        { ...other, requestId: '_request' },
        signXml(assertionXml(other), other.assertionId, samlKey),
      )
    },
  ],
  'a temporary name': [
    'subject',
    () => signedResponse(factsWith({ subjectFormat: `${SAML}:nameid-format:transient` }), samlKey),
  ],
  'no audience': [
    'audience',
    () =>
      responseSignedAfter((xml) =>
        xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''),
      ),
  ],
  'an unknown condition': [
    'malformed',
    () =>
      responseSignedAfter((xml) =>
        xml.replace('<saml:AudienceRestriction>', '<saml:Condition/><saml:AudienceRestriction>'),
      ),
  ],
  'no confirmation': [
    'malformed',
    () =>
      responseSignedAfter((xml) =>
        xml.replace(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, ''),
      ),
  ],
  'a confirmation for the holder of a key': [
    'malformed',
    () => responseSignedAfter((xml) => xml.replace('cm:bearer', 'cm:holder-of-key')),
  ],
  'no statement of a sign-in': [
    'malformed',
    () => responseSignedAfter((xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, '')),
  ],
  'a session that has ended': [
    'expired',
    () =>
      responseSignedAfter((xml) =>
        xml.replace('AuthnInstant', 'SessionNotOnOrAfter="2020-01-01T00:00:00Z" AuthnInstant'),
      ),
  ],
  'an encrypted assertion': [
    'encrypted',
    () => responseXml(factsWith(), `<saml:EncryptedAssertion xmlns:saml="${SAML}:assertion"/>`),
  ],
  'an error of the identity provider': [
    'provider-error',
    () => responseXml(factsWith(), '').replace('status:Success', 'status:Responder'),
  ],
  'a local time': [
    'malformed',
    () => responseSignedAfter((xml) => xml.replace(/IssueInstant="([^"]+)Z"/, 'IssueInstant="$1"')),
  ],
}

describe('A40 SAML statements', () => {
  test.each(Object.entries(STATEMENTS))('refuses %s', async (_, [failure, build]) => {
    expect(await outcomeOf(build())).toBe(failure)
  })

  test('tolerates clocks that differ by a minute', async () => {
    for (const now of [minutes(1), minutes(-6)])
      expect(await outcomeOf(signedResponse(factsWith({ now }), samlKey))).toBe('signed in mallory@acme.test')
  })
})
