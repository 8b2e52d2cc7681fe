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

// The same, but lines and tabs are part of a text of several lines.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const UNPRINTABLE_IN_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u

/** An optional text of several lines; an empty one means null. */
export function optionalText(max: number) {
  return z
    .string('Required')
    .refine((text) => !UNPRINTABLE_IN_TEXT.test(text), 'Remove the control characters')
    .transform((text) => text.replace(/\r\n?/g, '\n').normalize('NFC').trim())
    .pipe(z.string().max(max, `Use at most ${max} characters`))
    .nullish()
    .transform((text) => text || null)
}

export const uuid = z.uuid('This is not a valid id')
export const isoDateTime = z.string()
export const isoDate = z.string()
