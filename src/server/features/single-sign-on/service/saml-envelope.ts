import { SignInFailure } from './sign-in-failure.ts'
import { childOf, childrenOf, everyElement, textOf, type XmlElement } from './xml-tree.ts'

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'

const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const TRANSFORMS = new Set(['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE_C14N])
// Without SHA-1 and HMAC: one can be forged, the other would take the public certificate as its key.
const SIGNATURE_METHODS = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
])
const DIGEST_METHODS = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])
const ID_ATTRIBUTES = ['ID', 'Id', 'id', 'xml:id', 'AssertionID']

/** The request that a response must answer, and its two parties. */
export type Expected = {
  /** Entity ID of the identity provider. */
  issuer: string
  /** Assertion consumer service that received it. */
  acs: string
  /** Id of our request; null for a sign-in that the identity provider started. */
  requestId: string | null
}

/**
 * Checks the frame of a response before its signature: one assertion in its place, signatures that cover their parents,
 * unique ids. Each known way to wrap a signed assertion breaks one of these rules.
 *
 * @returns the id of the assertion
 * @throws {SignInFailure}
 */
export function checkEnvelope(root: XmlElement, expected: Expected): string {
  if (root.name !== 'Response' || root.uri !== PROTOCOL) throw new SignInFailure('malformed')
  const elements = [...everyElement(root)]
  checkStatus(root)
  if (elements.some(({ name }) => name.startsWith('Encrypted'))) throw new SignInFailure('encrypted')
  const assertions = elements.filter(({ name }) => name === 'Assertion')
  const [assertion] = childrenOf(root, ASSERTION, 'Assertion')
  if (!assertion || assertions.length !== 1) throw new SignInFailure('malformed')
  if (elements.filter(({ name }) => name === 'Response').length !== 1) throw new SignInFailure('malformed')
  checkIds(elements)
  checkSignatures(elements, [root, assertion])
  if (childrenOf(assertion, SIGNATURE, 'Signature').length !== 1) throw new SignInFailure('signature')
  checkAddress(root, expected)
  return assertion.attributes.get('ID') ?? ''
}

/** The status comes first: an error of the identity provider has no assertion. */
function checkStatus(root: XmlElement): void {
  const status = childOf(root, PROTOCOL, 'Status')
  const code = status && childOf(status, PROTOCOL, 'StatusCode')?.attributes.get('Value')
  if (code !== SUCCESS) throw new SignInFailure('provider-error')
}

function checkIds(elements: readonly XmlElement[]): void {
  const ids = elements.flatMap(({ attributes }) =>
    ID_ATTRIBUTES.flatMap((name) => attributes.get(name) ?? []),
  )
  if (new Set(ids).size !== ids.length) throw new SignInFailure('signature')
}

function checkSignatures(elements: readonly XmlElement[], signedElements: readonly XmlElement[]): void {
  const signatures = elements.filter(({ name }) => name === 'Signature')
  for (const signature of signatures) {
    const parent = signedElements.find(({ children }) => children.includes(signature))
    if (!parent || signature.uri !== SIGNATURE) throw new SignInFailure('signature')
    if (childrenOf(parent, SIGNATURE, 'Signature').length !== 1) throw new SignInFailure('signature')
    checkSignature(signature, parent)
  }
}

function checkSignature(signature: XmlElement, parent: XmlElement): void {
  if (childrenOf(signature, SIGNATURE, 'Object').length > 0) throw new SignInFailure('signature')
  const signedInfo = childOf(signature, SIGNATURE, 'SignedInfo')
  const references = signedInfo ? childrenOf(signedInfo, SIGNATURE, 'Reference') : []
  const [reference] = references
  if (!signedInfo || !reference || references.length !== 1) throw new SignInFailure('signature')
  const id = parent.attributes.get('ID')
  if (!id || reference.attributes.get('URI') !== `#${id}`) throw new SignInFailure('signature')
  const algorithmOf = (element: XmlElement, name: string) =>
    childOf(element, SIGNATURE, name)?.attributes.get('Algorithm') ?? ''
  const transforms = childOf(reference, SIGNATURE, 'Transforms')
  const transformAlgorithms = (transforms?.children ?? []).map(
    ({ attributes }) => attributes.get('Algorithm') ?? '',
  )
  const isStandard =
    algorithmOf(signedInfo, 'CanonicalizationMethod') === EXCLUSIVE_C14N &&
    transformAlgorithms.every((algorithm) => TRANSFORMS.has(algorithm)) &&
    SIGNATURE_METHODS.has(algorithmOf(signedInfo, 'SignatureMethod')) &&
    DIGEST_METHODS.has(algorithmOf(reference, 'DigestMethod'))
  if (!isStandard) throw new SignInFailure('algorithm')
}

function checkAddress(root: XmlElement, { issuer, acs, requestId }: Expected): void {
  if (root.attributes.get('Version') !== '2.0') throw new SignInFailure('malformed')
  if (root.attributes.get('Destination') !== acs) throw new SignInFailure('destination')
  const issuerElement = childOf(root, ASSERTION, 'Issuer')
  if (issuerElement && textOf(issuerElement) !== issuer) throw new SignInFailure('issuer')
  if ((root.attributes.get('InResponseTo') ?? null) !== requestId) throw new SignInFailure('request')
}

/** The request that a response claims to answer; null for none. Says nothing about who sent it. */
export function requestIdOf(root: XmlElement): string | null {
  return root.attributes.get('InResponseTo') ?? null
}
