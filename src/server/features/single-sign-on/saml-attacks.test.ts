import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  checkResponse,
  factsWith,
  outcomeOf,
  SAML_CONNECTION,
  SAML_URLS,
  samlKey,
} from '#test/builders/saml-responses.ts'
import {
  assertionXml,
  createSigningKey,
  encodeResponse,
  type ResponseFacts,
  responseXml,
  SAML,
  signedResponse,
  signXml,
} from '#test/fakes/identity-providers/saml-documents.ts'
import { checkSamlResponse, openSamlResponse } from './service/saml.ts'

const VICTIM = 'owner@acme.test'
const key = samlKey
const otherKey = createSigningKey()

/** Statements that an attacker wants to make. */
const evilFacts = (changes: Partial<ResponseFacts> = {}) =>
  factsWith({ person: { email: VICTIM, subject: 'owner', groups: ['owners'] }, ...changes })

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
    const { person, id } = await checkResponse(signedResponse(facts, key, { signsResponse }))
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
  const connection = { ...SAML_CONNECTION, certificates: [otherKey.cert, key.cert] }
  const response = openSamlResponse(encodeResponse(signedResponse(facts, key)))
  expect((await checkSamlResponse(response, connection, SAML_URLS, new Date())).person.email).toBe(
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
