/** Codes and keys exchanged with an authenticator app, without computing codes. */
export type SecondFactorCode = { kind: 'app' | 'recovery'; code: string }

const APP_CODE_PATTERN = /^\d{6}$/
/** Excludes I, L, O and U (Crockford's base 32), which are easily misread on paper. */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const RECOVERY_LENGTH = 16
const RECOVERY_CODE = new RegExp(`^[${RECOVERY_ALPHABET}]{${RECOVERY_LENGTH}}$`)

/** Parses a typed or pasted code: `123 456`, `abcd-efgh-…`, O for 0. Null if it is neither kind. */
export function parseCode(input: string): SecondFactorCode | null {
  const characters = input.normalize('NFKC').replace(/[\s-]/g, '')
  if (APP_CODE_PATTERN.test(characters)) return { kind: 'app', code: characters }
  const code = characters.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  return RECOVERY_CODE.test(code) ? { kind: 'recovery', code } : null
}

/** `ABCDEFGH` → `ABCD EFGH`. */
export function groupCharacters(text: string, separator = ' '): string {
  return text.replace(/(.{4})(?=.)/g, `$1${separator}`)
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding, the format in which apps accept typed secrets. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let buffer = 0
  let bits = 0
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff
    bits += 8
    for (; bits >= 5; bits -= 5) text += BASE32[(buffer >> (bits - 5)) & 31]
  }
  return bits > 0 ? text + BASE32[(buffer << (5 - bits)) & 31] : text
}

/** URI for the QR code in the format of authenticator apps, without their defaults. */
export function keyUri(issuer: string, account: string, secret: string): string {
  // Apps cut the label at its first colon.
  const name = issuer.replaceAll(':', ' ')
  const label = `${encodeURIComponent(name)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(name)}`
}
