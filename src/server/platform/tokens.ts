import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 30 characters of 62 are 178 random bits. */
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
/** Characters that a list shows, to recognize a token by. */
const SHOWN_LENGTH = 12

/** API keys, OAuth access and refresh tokens, and calendar feeds. */
export type TokenKind = 'key' | 'oat' | 'ort' | 'feed'

/** Creates a token that ends with its own checksum, so that secret scanners recognize it without asking the server. */
export function newToken(kind: TokenKind): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `nf_${kind}_${random}${checksumOf(`nf_${kind}_${random}`)}`
}

/** True for a text of the form of a token, with a correct checksum. */
export function isToken(kind: TokenKind, text: string): boolean {
  const body = text.slice(0, -CHECKSUM_LENGTH)
  const pattern = new RegExp(`^nf_${kind}_[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)
  return pattern.test(text) && checksumOf(body) === text.slice(-CHECKSUM_LENGTH)
}

/** The start of a token that may be shown and stored. */
export function shownPartOf(token: string): string {
  return token.slice(0, SHOWN_LENGTH)
}

/** CRC-32 of a text in base 62. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = (ALPHABET[rest % ALPHABET.length] ?? '') + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}
