import { randomBytes } from 'node:crypto'
import { groupCharacters, RECOVERY_ALPHABET, RECOVERY_LENGTH } from '#domain/identity/second-factor.ts'
import { digest } from '#server/platform/ids.ts'
import { RECOVERY_CODE_COUNT } from '../limits.ts'

/** Ten codes of 80 random bits in their displayed form, and their hashes. */
export function newRecoveryCodes(userId: string): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newCode)
  return {
    codes: codes.map((code) => groupCharacters(code, '-')),
    hashes: codes.map((code) => recoveryHash(userId, code)),
  }
}

/** 80 random bits need no slow hash. */
export function recoveryHash(userId: string, code: string): string {
  return digest(`${userId}:${code}`)
}

function newCode(): string {
  // 256 is a multiple of the 32 letters, so each is equally likely.
  return [...randomBytes(RECOVERY_LENGTH)]
    .map((byte) => RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length])
    .join('')
}
