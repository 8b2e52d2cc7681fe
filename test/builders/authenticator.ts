import { codeAt, stepAt } from '#server/features/second-factor/service/one-time-code.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** An authenticator app that holds a secret. `steps` selects an earlier or later code than the current one. */
export function authenticator(secret: string, now: () => Date = () => new Date()) {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Buffer.from(bits.match(/[01]{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
  return { bytes, code: (stepOffset = 0): string => codeAt(bytes, stepAt(now()) + stepOffset) }
}
