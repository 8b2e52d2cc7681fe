import { createHash, createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { SenderRecord } from '#contract/brand.ts'
import {
  checkDkim,
  checkDmarc,
  checkSpf,
  domainOfAddress,
  type ReadTxt,
  type SenderCheck,
} from '#domain/brand/sender-records.ts'
import type { BrandSender } from '#server/platform/mail/mailer.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import type { BrandRow, EmailBrandRow, NewSender } from '../store/brands.ts'

const KEY_BITS = 2048

/** Name under which a private key is sealed. */
export const sealOf = (organizationId: string) => `email key of ${organizationId}`

/** Makes the signing key of a sender address. The selector differs between organizations that share a domain. */
export async function createSender(
  organizationId: string,
  address: string,
  secrets: Secrets,
): Promise<NewSender> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: KEY_BITS })
  const { keyId, sealed } = secrets.seal(
    privateKey.export({ type: 'pkcs8', format: 'der' }),
    sealOf(organizationId),
  )
  const suffix = createHash('sha256').update(`selector of ${organizationId}`).digest('hex').slice(0, 10)
  return {
    address,
    selector: `mail-${suffix}`,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    privateKey: sealed,
    keyId,
  }
}

type SenderColumns = Pick<
  BrandRow,
  'senderAddress' | 'senderSelector' | 'senderPublicKey' | 'senderSpf' | 'senderDkim' | 'senderDmarc'
>

/** The records to publish for a sender address. `server` is the domain whose SPF record lists our mail servers. */
export function recordsOf(row: SenderColumns, server: string): SenderRecord[] {
  const domain = domainOfAddress(row.senderAddress ?? '')
  return [
    { kind: 'spf', state: row.senderSpf, name: domain, value: spfValue(domain, server) },
    {
      kind: 'dkim',
      state: row.senderDkim,
      name: dkimName(row),
      value: `v=DKIM1; k=rsa; p=${row.senderPublicKey}`,
    },
    { kind: 'dmarc', state: row.senderDmarc, name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' },
  ]
}

const spfValue = (domain: string, server: string) =>
  domain === server ? 'v=spf1 a mx ~all' : `v=spf1 include:${server} ~all`

function dkimName({ senderAddress, senderSelector }: SenderColumns): string {
  return `${senderSelector}._domainkey.${domainOfAddress(senderAddress ?? '')}`
}

/** Looks for the three records in the DNS. */
export async function checkRecords(
  row: SenderColumns,
  server: string,
  readTxt: ReadTxt,
): Promise<SenderCheck> {
  const domain = domainOfAddress(row.senderAddress ?? '')
  const [spf, dkim, dmarc] = await Promise.all([
    checkSpf(domain, server, readTxt),
    checkDkim(dkimName(row), row.senderPublicKey ?? '', readTxt),
    checkDmarc(domain, readTxt),
  ])
  return { spf, dkim, dmarc }
}

/** The address and its signature for emails; null if there is none, its records are wrong, or its key can't be opened. */
export function signedSender(
  organizationId: string,
  row: EmailBrandRow,
  secrets: Secrets,
): Pick<BrandSender, 'address' | 'dkim'> | null {
  const { senderAddress, senderSelector, senderPublicKey, senderPrivateKey, senderKeyId } = row
  if (!senderAddress || !senderSelector || !senderPrivateKey || !senderKeyId || !row.senderVerifiedAt)
    return null
  const key = secrets.open({ keyId: senderKeyId, sealed: senderPrivateKey }, sealOf(organizationId))
  if (!key) return null
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
  if (publicKey !== senderPublicKey) return null
  return {
    address: senderAddress,
    dkim: {
      domainName: domainOfAddress(senderAddress),
      keySelector: senderSelector,
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  }
}
