import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  assertionXml,
  createSigningKey,
  encodeResponse,
  type ResponseFacts,
  responseFacts,
  responseXml,
  SAML,
  signedResponse,
  signXml,
} from '#test/fakes/identity-providers/saml-documents.ts'
import { checkSamlResponse, openSamlResponse } from './service/saml.ts'
import { SignInFailure } from './service/sign-in-failure.ts'

const PROVIDER = 'https://idp.acme.test/entity'
const URLS = { acs: 'https://app.test/acs', metadata: 'https://app.test/metadata' }
const VICTIM = 'owner@acme.test'
const key = createSigningKey()
const otherKey = createSigningKey()
const CONNECTION = {
  issuer: PROVIDER,
  signInUrl: 'https://idp.acme.test/sso',
  certificates: [key.cert],
  groupsAttribute: null,
}

const factsWith = (changes: Partial<ResponseFacts> = {}) =>
  responseFacts({
    issuer: PROVIDER,
    acs: URLS.acs,
    audience: URLS.metadata,
    requestId: '_request',
    person: { email: 'mallory@acme.test', subject: 'mallory', groups: ['agents'] },
    ...changes,
  })
/** What an attacker wants to be. */
const evilFacts = (changes: Partial<ResponseFacts> = {}) =>
  factsWith({ person: { email: VICTIM, subject: 'owner', groups: ['owners'] }, ...changes })

async function check(xml: string) {
  const response = openSamlResponse(encodeResponse(xml))
  return checkSamlResponse(response, CONNECTION, URLS, new Date())
}
/** The failure of a response, or the person it signs in. */
const outcomeOf = (xml: string | Buffer): Promise<string> =>
  (typeof xml === 'string'
    ? check(xml)
    : (async () =>
        checkSamlResponse(openSamlResponse(xml.toString('base64')), CONNECTION, URLS, new Date()))()
  ).then(
    ({ person }) => `signed in ${person.email}`,
    (error: unknown) => {
      if (error instanceof SignInFailure) return error.failure
      throw error
    },
  )

const SIGNATURE_PATTERN = /<ds:Signature[\s\S]*?<\/ds:Signature>/
const facts = factsWith()
/** A response with a signed assertion, in parts. */
const signedAssertion = signXml(assertionXml(facts), facts.assertionId, key)
const signature = SIGNATURE_PATTERN.exec(signedAssertion)?.[0] ?? ''
const bareAssertion = signedAssertion.replace(SIGNATURE_PATTERN, '')
const evilAssertion = assertionXml(evilFacts({ assertionId: '_evil' }))
const withSignature = (assertion: string, inserted: string) =>
  assertion.replace('</saml:Issuer>', `</saml:Issuer>${inserted}`)
/** Inserts content at the end of the outermost element. */
const append = (xml: string, content: string) => xml.replace(/<\/(\w+:\w+)>$/, (end) => `${content}${end}`)

/** A response that is signed itself, in parts. */
const signedWhole = signXml(responseXml(facts, bareAssertion), facts.responseId, key)
const wholeSignature = SIGNATURE_PATTERN.exec(signedWhole)?.[0] ?? ''
const bareWhole = signedWhole.replace(SIGNATURE_PATTERN, '')
const evilWhole = (content: string) =>
  responseXml(evilFacts({ responseId: '_evilResponse' }), `${content}${evilAssertion}`)

/** Samples of signature wrapping: the eight known forms, and relatives. */
const WRAPPED: Record<string, () => string> = {
  'XSW1: a signed response inside the signature of an evil one': () =>
    evilWhole(append(wholeSignature, bareWhole)),
  'XSW2: a signed response beside its signature in an evil one': () =>
    evilWhole(`${bareWhole}${wholeSignature}`),
  'XSW3: an evil assertion before the signed one': () =>
    responseXml(facts, `${evilAssertion}${signedAssertion}`),
  'XSW3 reversed: an evil assertion after the signed one': () =>
    responseXml(facts, `${signedAssertion}${evilAssertion}`),
  'XSW4: the signed assertion inside an evil one': () =>
    responseXml(facts, append(evilAssertion, signedAssertion)),
  'XSW5: the signature moved into an evil assertion, the original after it': () =>
    responseXml(facts, `${withSignature(evilAssertion, signature)}${bareAssertion}`),
  'XSW6: the original inside the signature of an evil assertion': () =>
    responseXml(facts, withSignature(evilAssertion, append(signature, bareAssertion))),
  'XSW7: an evil assertion with the same id in an extension': () =>
    responseXml(
      facts,
      `<samlp:Extensions>${evilAssertion.replace('_evil', facts.assertionId)}</samlp:Extensions>${signedAssertion}`,
    ),
  'XSW8: the original in an object of the signature of an evil assertion': () =>
    responseXml(
      facts,
      withSignature(
        evilAssertion.replace('_evil', facts.assertionId),
        append(signature, `<ds:Object>${bareAssertion}</ds:Object>`),
      ),
    ),
  'an evil assertion with the id of the signed one, in another case of the attribute': () =>
    responseXml(
      facts,
      `${evilAssertion.replace('ID="_evil"', `Id="${facts.assertionId}"`)}${signedAssertion}`,
    ),
  'the signed assertion in the advice of an evil one': () =>
    responseXml(facts, append(evilAssertion, `<saml:Advice>${signedAssertion}</saml:Advice>`)),
  'an evil assertion of another namespace before the signed one': () =>
    responseXml(
      facts,
      `${evilAssertion.replace(`xmlns:saml="${SAML}:assertion"`, 'xmlns:saml="urn:evil"')}${signedAssertion}`,
    ),
  'the signed assertion in the status of an evil response': () =>
    responseXml(facts, evilAssertion).replace(
      '<samlp:StatusCode',
      `<samlp:StatusDetail>${signedAssertion}</samlp:StatusDetail><samlp:StatusCode`,
    ),
  'an evil response around the signed response': () =>
    responseXml(evilFacts(), `${evilAssertion}${signedWhole}`),
  'a signature that covers the response but stands in the assertion': () =>
    responseXml(facts, withSignature(evilAssertion, wholeSignature)),
}

/** Samples that make two readers of the same bytes see different text. */
const INJECTED: Record<string, () => string> = {
  'a comment in the name': () => commented({ nameId: 'owner@acme.test<!---->.mallory.test' }),
  'a comment in the email': () => commented({ email: 'owner@acme.test<!-- x -->.mallory.test' }),
  'a comment added to the email after signing': () =>
    signedResponse(
      factsWith({ person: { email: 'owner@acme.test.mallory.test', subject: 'm', groups: null } }),
      key,
    ).replace('owner@acme.test.mallory', 'owner@acme.test<!---->.mallory'),
  'a processing instruction added to the email after signing': () =>
    signedResponse(facts, key).replace('mallory@acme', 'mallory<?x?>@acme'),
  'CDATA in the email': () => commented({ email: 'owner@acme.test<![CDATA[.mallory.test]]>' }),
  'an element in the email': () =>
    commented({ email: 'owner@acme.test<x xmlns=""/>.mallory.test', nameId: 'no address' }),
  'an element in the name': () => commented({ nameId: 'owner<x xmlns=""/>2' }),
}
const commented = (raw: ResponseFacts['raw']) => signedResponse(factsWith({ raw }), key)

const ENTITIES = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')
const withDoctype = (doctype: string, nameId = '&x;') =>
  signedResponse(factsWith(), key)
    .replace('<samlp:Response', `<!DOCTYPE r [${doctype}]><samlp:Response`)
    .replace('>mallory<', `>${nameId}<`)
const DOCUMENTS: Record<string, () => string | Buffer> = {
  'an entity': () => withDoctype('<!ENTITY x "owner">'),
  'an entity that reads a file': () => withDoctype('<!ENTITY x SYSTEM "file:///etc/passwd">'),
  'an entity that calls a URL': () => withDoctype('<!ENTITY x SYSTEM "http://169.254.169.254/">'),
  'a parameter entity': () => withDoctype('<!ENTITY % p SYSTEM "http://127.0.0.1/x.dtd">%p;', 'mallory'),
  'a billion laughs': () => withDoctype(`<!ENTITY l0 "lol">${ENTITIES}`, '&l9;'),
  'an undefined entity': () => signedResponse(factsWith(), key).replace('>mallory<', '>&nbsp;<'),
  'another encoding by its declaration': () =>
    `<?xml version="1.0" encoding="UTF-7"?>${signedResponse(factsWith(), key)}`,
  'UTF-16': () => Buffer.from(`\uFEFF${signedResponse(factsWith(), key)}`, 'utf16le'),
  'bytes that are no UTF-8': () =>
    Buffer.concat([Buffer.from(signedResponse(factsWith(), key)), Buffer.from([0xff, 0xfe])]),
  'deep nesting': () => responseXml(factsWith(), '<a>'.repeat(5000) + '</a>'.repeat(5000)),
  'very many elements': () => responseXml(factsWith(), '<a/>'.repeat(20_000)),
  'two roots': () => `${signedResponse(factsWith(), key)}<x/>`,
  'no XML': () => 'SAMLResponse',
  'an attribute twice': () =>
    signedResponse(factsWith(), key).replace('Version="2.0"', 'Version="2.0" Version="2.0"'),
}

const resigned = (change: (xml: string) => string) =>
  responseXml(facts, signXml(change(assertionXml(facts)), facts.assertionId, key))
const SIGNATURES: Record<string, () => string> = {
  'no signature': () => responseXml(facts, assertionXml(facts)),
  'only the response signed': () => signedWhole,
  'a signature of another key': () => signedResponse(facts, otherKey),
  'a signature of another key that brings its certificate': () => {
    const xml = signedResponse(facts, otherKey)
    expect(xml).toContain('<ds:X509Certificate>')
    return xml
  },
  'a changed byte': () => signedResponse(facts, key).replace('mallory@acme', 'mallorx@acme'),
  'a signature removed': () => signedResponse(facts, key).replace(SIGNATURE_PATTERN, ''),
  'an emptied signature value': () =>
    signedResponse(facts, key).replace(/<ds:SignatureValue>[^<]+/, '<ds:SignatureValue>'),
  'two signatures': () => responseXml(facts, withSignature(signedAssertion, signature)),
  'two references': () =>
    responseXml(
      facts,
      signedAssertion.replace(/<ds:Reference [\s\S]*?<\/ds:Reference>/, (reference) => reference.repeat(2)),
    ),
  'two digests': () =>
    responseXml(
      facts,
      signedAssertion.replace(/<ds:DigestValue>[^<]+<\/ds:DigestValue>/, (d) => `${d}${d}`),
    ),
  'two lists of signed parts': () =>
    responseXml(
      facts,
      signedAssertion.replace(/<ds:SignedInfo>[\s\S]*?<\/ds:SignedInfo>/, (info) => `${info}${info}`),
    ),
  'a reference to the whole document': () =>
    responseXml(facts, signedAssertion.replace(/URI="#[^"]+"/, 'URI=""')),
  'a signature that an unsigned part of the response changes': () =>
    signedResponse(facts, key).replace('</saml:Assertion>', '<saml:Evil/></saml:Assertion>'),
}
const ALGORITHMS: Record<string, () => string> = {
  'SHA-1 in the signature': () =>
    responseXml(
      facts,
      signXml(assertionXml(facts), facts.assertionId, key, {
        signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
      }),
    ),
  'SHA-1 in the digest': () =>
    responseXml(
      facts,
      signXml(assertionXml(facts), facts.assertionId, key, {
        digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1',
      }),
    ),
  'HMAC with the public certificate as its key': () => {
    const value = createHmac('sha1', key.cert).update('x').digest('base64')
    return responseXml(facts, signedAssertion)
      .replace(
        'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
        'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
      )
      .replace(/<ds:SignatureValue>[^<]+/, `<ds:SignatureValue>${value}`)
  },
  'an XPath transform': () =>
    responseXml(
      facts,
      signedAssertion.replace(
        'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
        'http://www.w3.org/TR/1999/REC-xpath-19991116',
      ),
    ),
  'canonicalization with comments': () =>
    responseXml(
      facts,
      signedAssertion.replace(
        'CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"',
        'CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#WithComments"',
      ),
    ),
}

test('accepts a response as identity providers send it, with the facts of its signed assertion', async () => {
  for (const signsResponse of [false, true]) {
    const { person, id } = await check(signedResponse(facts, key, { signsResponse }))
    expect(id).toBe(facts.assertionId)
    expect(person).toEqual({
      subject: 'name:mallory',
      email: 'mallory@acme.test',
      firstName: null,
      lastName: null,
      groups: ['agents'],
    })
  }
  const declared = `<?xml version="1.0" encoding="UTF-8"?>\n${signedResponse(factsWith(), key)}`
  expect(await outcomeOf(declared)).toBe('signed in mallory@acme.test')
})

test('accepts any of several certificates, for a change of keys', async () => {
  const connection = { ...CONNECTION, certificates: [otherKey.cert, key.cert] }
  const response = openSamlResponse(encodeResponse(signedResponse(facts, key)))
  expect((await checkSamlResponse(response, connection, URLS, new Date())).person.email).toBe(
    'mallory@acme.test',
  )
})

describe('A40 SAML signature wrapping', () => {
  test.each(Object.entries(WRAPPED))('refuses %s', async (_, build) => {
    expect(['malformed', 'signature', 'algorithm']).toContain(await outcomeOf(build()))
  })
})

describe('A40 SAML text injection', () => {
  test.each(Object.entries(INJECTED))('refuses %s, or reads all of it', async (_, build) => {
    const outcome = await outcomeOf(build())
    expect(['malformed', 'signature', 'signed in null']).toContain(outcome)
  })
})

describe('A40 SAML documents that parsers treat differently', () => {
  test.each(Object.entries(DOCUMENTS))('refuses %s at once', async (_, build) => {
    const start = performance.now()
    expect(['malformed', 'signature']).toContain(await outcomeOf(build()))
    expect(performance.now() - start).toBeLessThan(1000)
  })
})

describe('A40 SAML signatures', () => {
  test.each(Object.entries(SIGNATURES))('refuses %s', async (_, build) => {
    expect(['malformed', 'signature']).toContain(await outcomeOf(build()))
  })

  test.each(Object.entries(ALGORITHMS))('refuses %s', async (_, build) => {
    expect(await outcomeOf(build())).toBe('algorithm')
  })
})

const minutes = (count: number) => new Date(Date.now() + count * 60_000)
const STATEMENTS: Record<string, [string, () => string]> = {
  'another audience': ['audience', () => signedResponse(factsWith({ audience: 'https://other.test' }), key)],
  'another recipient': [
    'recipient',
    () => signedResponse(factsWith({ recipient: 'https://other.test/acs' }), key),
  ],
  'another destination': [
    'destination',
    () => signedResponse(factsWith({ destination: 'https://other.test/acs' }), key),
  ],
  'no destination': ['destination', () => signedResponse(factsWith({ destination: null }), key)],
  'another issuer': ['issuer', () => signedResponse(factsWith({ issuer: 'https://idp.evil.test' }), key)],
  'another issuer of the response': [
    'issuer',
    () => signedResponse(factsWith({ responseIssuer: 'https://idp.evil.test' }), key),
  ],
  'an expired assertion': ['expired', () => signedResponse(factsWith({ now: minutes(-8) }), key)],
  'an assertion of long ago that is valid for years': [
    'expired',
    () => signedResponse(factsWith({ now: minutes(-13), validMinutes: 1e6 }), key),
  ],
  'an assertion that is not valid yet': [
    'not-yet-valid',
    () => signedResponse(factsWith({ notBefore: minutes(4) }), key),
  ],
  'an assertion from the future': [
    'not-yet-valid',
    () => signedResponse(factsWith({ now: minutes(5) }), key),
  ],
  'a confirmation of another request in an answer to ours': [
    'request',
    () => {
      const other = factsWith({ requestId: '_other' })
      const signed = signXml(assertionXml(other), other.assertionId, key)
      return responseXml({ ...other, requestId: '_request' }, signed)
    },
  ],
  'an unsolicited confirmation in an answer to ours': [
    'request',
    () => {
      const other = factsWith({ requestId: null })
      return responseXml(
        { ...other, requestId: '_request' },
        signXml(assertionXml(other), other.assertionId, key),
      )
    },
  ],
  'a temporary name': [
    'subject',
    () => signedResponse(factsWith({ subjectFormat: `${SAML}:nameid-format:transient` }), key),
  ],
  'no audience': [
    'audience',
    () => resigned((xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '')),
  ],
  'an unknown condition': [
    'malformed',
    () =>
      resigned((xml) =>
        xml.replace('<saml:AudienceRestriction>', '<saml:Condition/><saml:AudienceRestriction>'),
      ),
  ],
  'no confirmation': [
    'malformed',
    () => resigned((xml) => xml.replace(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, '')),
  ],
  'a confirmation for the holder of a key': [
    'malformed',
    () => resigned((xml) => xml.replace('cm:bearer', 'cm:holder-of-key')),
  ],
  'no statement of a sign-in': [
    'malformed',
    () => resigned((xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, '')),
  ],
  'a session that has ended': [
    'expired',
    () =>
      resigned((xml) =>
        xml.replace('AuthnInstant', 'SessionNotOnOrAfter="2020-01-01T00:00:00Z" AuthnInstant'),
      ),
  ],
  'an encrypted assertion': [
    'encrypted',
    () => responseXml(facts, `<saml:EncryptedAssertion xmlns:saml="${SAML}:assertion"/>`),
  ],
  'an error of the identity provider': [
    'provider-error',
    () => responseXml(facts, '').replace('status:Success', 'status:Responder'),
  ],
  'a local time': [
    'malformed',
    () => resigned((xml) => xml.replace(/IssueInstant="([^"]+)Z"/, 'IssueInstant="$1"')),
  ],
}

describe('A40 SAML statements', () => {
  test.each(Object.entries(STATEMENTS))('refuses %s', async (_, [failure, build]) => {
    expect(await outcomeOf(build())).toBe(failure)
  })

  test('tolerates clocks that differ by a minute', async () => {
    for (const now of [minutes(1), minutes(-6)])
      expect(await outcomeOf(signedResponse(factsWith({ now }), key))).toBe('signed in mallory@acme.test')
  })
})
