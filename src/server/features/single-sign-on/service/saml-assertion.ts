import { isEmailAddress, normalizeEmail } from '#domain/identity/email.ts'
import { CLOCK_SKEW_SECONDS, MAX_ASSERTION_MINUTES, MAX_GROUPS } from '../limits.ts'
import { ASSERTION, type Expected } from './saml-envelope.ts'
import { SignInFailure, type VerifiedPerson } from './sign-in-failure.ts'
import { childOf, childrenOf, readXml, textOf, type XmlElement } from './xml-tree.ts'

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const MICROSOFT = 'http://schemas.microsoft.com'

/** Names under which identity providers send the same fact. */
const OBJECT_ID_NAMES = [`${MICROSOFT}/identity/claims/objectidentifier`]
const EMAIL_NAMES = [
  ...['email', 'mail', 'emailAddress', 'user.email', `${CLAIMS}/emailaddress`],
  'urn:oid:0.9.2342.19200300.100.1.3',
]
const FIRST_NAMES = ['firstName', 'first_name', 'givenName', `${CLAIMS}/givenname`, 'urn:oid:2.5.4.42']
const LAST_NAMES = ['lastName', 'last_name', 'sn', 'surname', `${CLAIMS}/surname`, 'urn:oid:2.5.4.4']
const GROUP_NAMES = ['groups', 'memberOf', `${MICROSOFT}/ws/2008/06/identity/claims/groups`]

const TIME_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/
const ALLOWED_CONDITIONS = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'])

export type AssertionFacts = { id: string; person: VerifiedPerson; usableUntil: Date }

/**
 * Reads the signed bytes of an assertion, and nothing else of the response.
 *
 * @throws {SignInFailure}
 */
export function readAssertion(
  signedXml: string,
  expected: Expected & { id: string; audience: string; groupsAttribute: string | null },
  now: Date,
): AssertionFacts {
  const assertion = readXml(signedXml)
  const id = assertion.attributes.get('ID')
  const isAssertion = assertion.name === 'Assertion' && assertion.uri === ASSERTION
  if (!isAssertion || !id || id !== expected.id) throw new SignInFailure('signature')
  if (assertion.attributes.get('Version') !== '2.0') throw new SignInFailure('malformed')
  if (textOf(required(assertion, 'Issuer')) !== expected.issuer) throw new SignInFailure('issuer')
  const limits = [
    checkIssueTime(assertion, now),
    checkConditions(required(assertion, 'Conditions'), expected.audience, now),
    checkConfirmation(required(assertion, 'Subject'), expected, now),
    ...checkStatements(assertion, now),
  ]
  return {
    id,
    person: personOf(assertion, expected.groupsAttribute),
    usableUntil: new Date(Math.min(...limits) + SKEW_MS),
  }
}

const SKEW_MS = CLOCK_SKEW_SECONDS * 1000

function required(element: XmlElement, name: string): XmlElement {
  const child = childOf(element, ASSERTION, name)
  if (!child) throw new SignInFailure('malformed')
  return child
}

/** @returns the time until which the assertion may be used */
function checkIssueTime({ attributes }: XmlElement, now: Date): number {
  const issuedAt = timeOf(attributes.get('IssueInstant'))
  if (issuedAt === null) throw new SignInFailure('malformed')
  const usableUntil = issuedAt + MAX_ASSERTION_MINUTES * 60_000
  checkWindow(issuedAt, usableUntil, now)
  return usableUntil
}

function checkWindow(start: number | null, end: number | null, now: Date): void {
  if (start !== null && now.getTime() + SKEW_MS < start) throw new SignInFailure('not-yet-valid')
  if (end !== null && now.getTime() - SKEW_MS >= end) throw new SignInFailure('expired')
}

/** Null for a missing time. @throws {SignInFailure} malformed for anything but a time in UTC */
function timeOf(text: string | undefined): number | null {
  if (text === undefined) return null
  const time = TIME_PATTERN.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new SignInFailure('malformed')
  return time
}

function checkConditions(conditions: XmlElement, audience: string, now: Date): number {
  const end = timeOf(conditions.attributes.get('NotOnOrAfter'))
  checkWindow(timeOf(conditions.attributes.get('NotBefore')), end, now)
  // An unknown condition makes an assertion void (SAML core, section 2.5.1).
  if (conditions.children.some(({ uri, name }) => uri !== ASSERTION || !ALLOWED_CONDITIONS.has(name)))
    throw new SignInFailure('malformed')
  const restrictions = childrenOf(conditions, ASSERTION, 'AudienceRestriction')
  const names = (restriction: XmlElement) => childrenOf(restriction, ASSERTION, 'Audience').map(textOf)
  if (restrictions.length === 0 || !restrictions.every((each) => names(each).includes(audience)))
    throw new SignInFailure('audience')
  return end ?? Number.POSITIVE_INFINITY
}

/** Checks that the assertion was made for this service and request, and may be presented by its bearer. */
function checkConfirmation(subject: XmlElement, { acs, requestId }: Expected, now: Date): number {
  const bearers = childrenOf(subject, ASSERTION, 'SubjectConfirmation').filter(
    ({ attributes }) => attributes.get('Method') === BEARER,
  )
  const [bearer] = bearers
  const data = bearer && childOf(bearer, ASSERTION, 'SubjectConfirmationData')
  if (!data || bearers.length !== 1) throw new SignInFailure('malformed')
  const { attributes } = data
  if (attributes.get('Recipient') !== acs) throw new SignInFailure('recipient')
  if ((attributes.get('InResponseTo') ?? null) !== requestId) throw new SignInFailure('request')
  const end = timeOf(attributes.get('NotOnOrAfter'))
  if (end === null) throw new SignInFailure('malformed')
  checkWindow(timeOf(attributes.get('NotBefore')), end, now)
  return end
}

function checkStatements(assertion: XmlElement, now: Date): number[] {
  const statements = childrenOf(assertion, ASSERTION, 'AuthnStatement')
  if (statements.length === 0) throw new SignInFailure('malformed')
  return statements.flatMap(({ attributes }) => {
    const end = timeOf(attributes.get('SessionNotOnOrAfter'))
    checkWindow(null, end, now)
    return end ?? []
  })
}

function personOf(assertion: XmlElement, groupsAttribute: string | null): VerifiedPerson {
  const nameId = required(required(assertion, 'Subject'), 'NameID')
  const name = textOf(nameId)
  const values = attributeValues(assertion)
  const find = (names: readonly string[]) => names.map((each) => values.get(each)).find((each) => each)
  const single = (names: readonly string[]) => {
    const found = find(names)
    return found?.length === 1 ? (found[0] ?? null) : null
  }
  const objectId = single(OBJECT_ID_NAMES)
  const isLasting = nameId.attributes.get('Format') !== TRANSIENT && name !== ''
  if (!objectId && !isLasting) throw new SignInFailure('subject')
  const email = normalizeEmail(single(EMAIL_NAMES) ?? name)
  return {
    subject: objectId ? `object:${objectId}` : `name:${name}`,
    email: isEmailAddress(email) ? email : null,
    firstName: single(FIRST_NAMES),
    lastName: single(LAST_NAMES),
    groups: find(groupsAttribute ? [groupsAttribute] : GROUP_NAMES)?.slice(0, MAX_GROUPS) ?? null,
  }
}

/** Text values by attribute name; structured values are left out. */
function attributeValues(assertion: XmlElement): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const statement of childrenOf(assertion, ASSERTION, 'AttributeStatement'))
    for (const attribute of childrenOf(statement, ASSERTION, 'Attribute')) {
      const name = attribute.attributes.get('Name') ?? ''
      const texts = childrenOf(attribute, ASSERTION, 'AttributeValue')
        .filter(({ children }) => children.length === 0)
        .map(textOf)
        .filter(Boolean)
      values.set(name, [...(values.get(name) ?? []), ...texts])
    }
  return values
}
