/** What an authenticator app and its owner exchange with the product, without any arithmetic of codes. */
export type SecondFactorCode = { kind: 'app' | 'recovery'; code: string }

const APP_CODE = /^\d{6}$/
/** Without I, L, O and U (Crockford's base 32): what is read from paper is not mistaken. */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const RECOVERY_LENGTH = 16
const RECOVERY_CODE = new RegExp(`^[${RECOVERY_ALPHABET}]{${RECOVERY_LENGTH}}$`)

/** Reads a code however it was typed or pasted: `123 456`, `abcd-efgh-…`, O for 0. Null for what is neither kind. */
export function readCode(typed: string): SecondFactorCode | null {
  const bare = typed.normalize('NFKC').replace(/[\s-]/g, '')
  if (APP_CODE.test(bare)) return { kind: 'app', code: bare }
  const code = bare.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  return RECOVERY_CODE.test(code) ? { kind: 'recovery', code } : null
}

/** `ABCDEFGH` → `ABCD EFGH`. */
export function groupCharacters(text: string, separator = ' '): string {
  return text.replace(/(.{4})(?=.)/g, `$1${separator}`)
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding: what apps take as a typed secret. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    bits += 8
    for (; bits >= 5; bits -= 5) text += BASE32[(held >> (bits - 5)) & 31]
  }
  return bits > 0 ? text + BASE32[(held << (5 - bits)) & 31] : text
}

/** The address inside the QR code, as the authenticator apps document it; their defaults are left out. */
export function keyUri(issuer: string, account: string, secret: string): string {
  // The label is cut at its first colon.
  const name = issuer.replaceAll(':', ' ')
  const label = `${encodeURIComponent(name)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(name)}`
}
