import { X509Certificate } from 'node:crypto'
import { generateServiceProviderMetadata } from '@node-saml/node-saml'
import { fieldError } from '#server/platform/errors.ts'
import type { SamlUrls } from './saml.ts'
import { childOf, childrenOf, everyElement, readXml, textOf } from './xml-tree.ts'

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const MIN_RSA_BITS = 2048

/** Metadata of our side, to enter at the identity provider. */
export function serviceMetadata(urls: SamlUrls): string {
  return generateServiceProviderMetadata({
    issuer: urls.metadata,
    callbackUrl: urls.acs,
    wantAssertionsSigned: true,
    identifierFormat: null,
    // Stable, so that identity providers that poll it see no change.
    generateUniqueId: () => '_metadata',
  })
}

export type ProviderMetadata = { entityId: string; signInUrl: string; certificates: string[] }

/** Settings in the metadata file of an identity provider. @throws {AppError} invalid */
export function readProviderMetadata(text: string): ProviderMetadata {
  try {
    return settingsIn(text)
  } catch {
    throw fieldError('invalid', 'metadata', "This isn't the metadata of a SAML identity provider")
  }
}

function settingsIn(text: string): ProviderMetadata {
  const root = readXml(text.replace(/<!--[\s\S]*?-->/g, ''))
  const descriptor = childOf(root, METADATA, 'IDPSSODescriptor')
  const entityId = root.attributes.get('entityID')
  if (root.uri !== METADATA || root.name !== 'EntityDescriptor' || !descriptor || !entityId)
    throw new Error('Not an identity provider')
  const service = childrenOf(descriptor, METADATA, 'SingleSignOnService').find(
    ({ attributes }) => attributes.get('Binding') === REDIRECT_BINDING,
  )
  const signInUrl = service?.attributes.get('Location')
  const certificates = childrenOf(descriptor, METADATA, 'KeyDescriptor')
    .filter(({ attributes }) => (attributes.get('use') ?? 'signing') === 'signing')
    .flatMap((key) => [...everyElement(key)].filter(({ name }) => name === 'X509Certificate').map(textOf))
  if (!signInUrl || !/^https?:\/\//.test(signInUrl) || certificates.length === 0)
    throw new Error('Incomplete')
  return { entityId, signInUrl, certificates: [...new Set(certificates)].slice(0, 4) }
}

/** A certificate as PEM. @throws {AppError} invalid for anything but a certificate with a strong RSA key */
export function normalizeCertificate(text: string): string {
  const certificate = parseCertificate(text)
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < MIN_RSA_BITS) {
    throw fieldError('invalid', 'certificates', 'Use a certificate with an RSA key of at least 2,048 bits')
  }
  return certificate.toString()
}

function parseCertificate(text: string): X509Certificate {
  const body = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '')
  try {
    if (!/^[A-Za-z\d+/]+={0,2}$/.test(body)) throw new Error('Not base64')
    return new X509Certificate(Buffer.from(body, 'base64'))
  } catch {
    throw fieldError('invalid', 'certificates', "This isn't an X.509 certificate")
  }
}

export function describeCertificate(pem: string) {
  const certificate = new X509Certificate(pem)
  return {
    pem,
    fingerprint: certificate.fingerprint256,
    expiresAt: new Date(certificate.validTo).toISOString(),
  }
}
