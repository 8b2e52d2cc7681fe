import { generateKeyPairSync, sign } from 'node:crypto'

const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OBJECT_ID = 0x06
const UTF8_STRING = 0x0c
const GENERALIZED_TIME = 0x18
const DNS_NAME = 0x82
/** ecdsa-with-SHA256, sha256WithRSAEncryption, commonName, subjectAltName. */
const OBJECT_IDS = {
  ec: '2a8648ce3d040302',
  rsa: '2a864886f70d01010b',
  commonName: '550403',
  names: '551d11',
}

/** A self-signed certificate for hosts, made at once so that none has to be stored or renewed. */
export function createCertificate(
  hosts: readonly string[],
  keyType: 'ec' | 'rsa' = 'ec',
): { key: string; cert: string } {
  const { privateKey, publicKey } =
    keyType === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  const algorithm = der(SEQUENCE, objectId(OBJECT_IDS[keyType]))
  const commonName = der(SEQUENCE, objectId(OBJECT_IDS.commonName), der(UTF8_STRING, Buffer.from('test')))
  const name = der(SEQUENCE, der(SET, commonName))
  const altNames = der(SEQUENCE, ...hosts.map((host) => der(DNS_NAME, Buffer.from(host))))
  const extension = der(SEQUENCE, objectId(OBJECT_IDS.names), der(OCTET_STRING, altNames))
  const body = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    algorithm,
    name,
    der(SEQUENCE, time('20200101000000Z'), time('20991231000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, extension)),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = der(SEQUENCE, body, algorithm, der(BIT_STRING, Buffer.from([0]), signature))
  const lines = certificate
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

const objectId = (hex: string) => der(OBJECT_ID, Buffer.from(hex, 'hex'))
const time = (text: string) => der(GENERALIZED_TIME, Buffer.from(text))

/** One value in DER: its tag, its length and its content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
