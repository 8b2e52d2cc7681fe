import { z } from 'zod'

// Control characters would end up in files, logs and cards; lone surrogates and NUL cannot be stored at all.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const UNPRINTABLE = /[\u0000-\u001f\u007f]|\p{Surrogate}/u

/** One line of text: NFC, trimmed, no control characters, at most `max` characters. */
function line(max: number, tooLong = `Use at most ${max} characters`) {
  return z
    .string('Required')
    .refine((text) => !UNPRINTABLE.test(text), 'Remove the control characters')
    .transform((text) => text.normalize('NFC').trim())
    .pipe(z.string().max(max, tooLong))
}

/** One required line. */
export function requiredLine(max: number, missing = 'Required', tooLong?: string) {
  return line(max, tooLong).pipe(z.string().min(1, missing))
}

/** One optional line; an empty one means null. */
export function optionalLine(max: number) {
  return line(max)
    .nullish()
    .transform((text) => text || null)
}

export const uuid = z.uuid('This is not a valid id')
export const isoDateTime = z.string()
export const isoDate = z.string()
