import { randomUUID } from 'node:crypto'
import { SignedXml } from 'xml-crypto'
import { createCertificate } from '../certificate.ts'
import { escapeHtml, type ProviderPerson } from './login.ts'

export type SigningKey = { key: string; cert: string }
export const createSigningKey = (): SigningKey => createCertificate(['idp.test'], 'rsa')

export const SAML = 'urn:oasis:names:tc:SAML:2.0'
const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** Everything a response states; tests change single values. */
export type ResponseFacts = {
  issuer: string
  acs: string
  audience: string
  requestId: string | null
  person: ProviderPerson
  /** Time of the response, and how long it is valid. */
  now: Date
  validMinutes: number
  notBefore?: Date
  assertionId: string
  responseId: string
  destination: string | null
  recipient: string
  responseIssuer: string | null
  subjectFormat: string
  /** Replaces the content of an element or an attribute value, unescaped. */
  raw: { nameId?: string; email?: string }
}

export function responseFacts(
  facts: Pick<ResponseFacts, 'issuer' | 'acs' | 'audience' | 'requestId' | 'person'> & Partial<ResponseFacts>,
): ResponseFacts {
  return {
    now: new Date(),
    validMinutes: 5,
    assertionId: `_${randomUUID()}`,
    responseId: `_${randomUUID()}`,
    destination: facts.acs,
    recipient: facts.acs,
    responseIssuer: facts.issuer,
    subjectFormat: `${SAML}:nameid-format:persistent`,
    raw: {},
    ...facts,
  }
}

const time = (date: Date) => date.toISOString()
const attribute = (name: string, value: string | null) =>
  value === null ? '' : ` ${name}="${escapeHtml(value)}"`

export function assertionXml(facts: ResponseFacts): string {
  const { now, person, raw } = facts
  const end = new Date(now.getTime() + facts.validMinutes * 60_000)
  const start = facts.notBefore ?? new Date(now.getTime() - 1000)
  const values = (name: string, texts: readonly string[]) =>
    `<saml:Attribute Name="${name}">${texts.map((text) => `<saml:AttributeValue>${text}</saml:AttributeValue>`).join('')}</saml:Attribute>`
  return [
    `<saml:Assertion xmlns:saml="${SAML}:assertion" ID="${facts.assertionId}" Version="2.0" IssueInstant="${time(now)}">`,
    `<saml:Issuer>${escapeHtml(facts.issuer)}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${facts.subjectFormat}">${raw.nameId ?? escapeHtml(person.subject)}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="${SAML}:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${time(end)}"`,
    `${attribute('Recipient', facts.recipient)}${attribute('InResponseTo', facts.requestId)}/></saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${time(start)}" NotOnOrAfter="${time(end)}"><saml:AudienceRestriction>`,
    `<saml:Audience>${escapeHtml(facts.audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${time(now)}"><saml:AuthnContext><saml:AuthnContextClassRef>`,
    `${SAML}:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    `<saml:AttributeStatement>${values('email', [raw.email ?? escapeHtml(person.email)])}`,
    person.groups ? values('groups', person.groups.map(escapeHtml)) : '',
    `</saml:AttributeStatement></saml:Assertion>`,
  ].join('')
}

/** A response around content, which is usually one assertion. */
export function responseXml(facts: ResponseFacts, content: string): string {
  const issuer =
    facts.responseIssuer === null
      ? ''
      : `<saml:Issuer xmlns:saml="${SAML}:assertion">${escapeHtml(facts.responseIssuer)}</saml:Issuer>`
  return [
    `<samlp:Response xmlns:samlp="${SAML}:protocol" ID="${facts.responseId}" Version="2.0"`,
    ` IssueInstant="${time(facts.now)}"${attribute('Destination', facts.destination)}${attribute('InResponseTo', facts.requestId)}>`,
    `${issuer}<samlp:Status><samlp:StatusCode Value="${SAML}:status:Success"/></samlp:Status>${content}</samlp:Response>`,
  ].join('')
}

export type SignatureOptions = {
  signatureAlgorithm?: string
  digestAlgorithm?: string
  transforms?: string[]
}

/** Signs the element with an id, with the signature after its issuer. */
export function signXml(
  xml: string,
  id: string,
  { key, cert }: SigningKey,
  options: SignatureOptions = {},
): string {
  const signature = new SignedXml({
    privateKey: key,
    publicCert: cert,
    signatureAlgorithm: options.signatureAlgorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: EXCLUSIVE_C14N,
  })
  signature.addReference({
    xpath: `//*[@ID='${id}']`,
    digestAlgorithm: options.digestAlgorithm ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: options.transforms ?? [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      EXCLUSIVE_C14N,
    ],
  })
  signature.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `//*[@ID='${id}']/*[local-name()='Issuer']`, action: 'after' },
  })
  return signature.getSignedXml()
}

/** A response as identity providers send it: with a signed assertion, and signed itself if wanted. */
export function signedResponse(
  facts: ResponseFacts,
  key: SigningKey,
  { signsResponse = false }: { signsResponse?: boolean } = {},
): string {
  const xml = responseXml(facts, signXml(assertionXml(facts), facts.assertionId, key))
  return signsResponse ? signXml(xml, facts.responseId, key) : xml
}

export const encodeResponse = (xml: string) => Buffer.from(xml).toString('base64')

/** Metadata of an identity provider. */
export function providerMetadata(entityId: string, signInUrl: string, { cert }: SigningKey): string {
  const body = cert.replace(/-----[A-Z ]+-----|\s/g, '')
  return `<?xml version="1.0" encoding="UTF-8"?><!-- Ours --><md:EntityDescriptor xmlns:md="${SAML}:metadata" entityID="${escapeHtml(entityId)}">
    <md:IDPSSODescriptor protocolSupportEnumeration="${SAML}:protocol"><md:KeyDescriptor use="signing">
    <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${body}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="${SAML}:bindings:HTTP-Redirect" Location="${escapeHtml(signInUrl)}"/></md:IDPSSODescriptor></md:EntityDescriptor>`
}
