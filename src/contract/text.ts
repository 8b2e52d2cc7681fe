import { z } from 'zod'

// Control characters would reach files and logs; lone surrogates and NUL can't be stored.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects them
const UNPRINTABLE_PATTERN = /[\u0000-\u001f\u007f]|\p{Surrogate}/u

/** One line of text: NFC, trimmed, no control characters, at most `max` characters. */
function line(max: number, tooLong = `Use at most ${max} characters`) {
  return z
    .string('Required')
    .refine((text) => !UNPRINTABLE_PATTERN.test(text), 'Remove the control characters')
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

// Like UNPRINTABLE, but allows line breaks and tabs.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects them
const UNPRINTABLE_IN_TEXT_PATTERN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u

/** An optional multi-line text; an empty one means null. */
export function optionalText(max: number) {
  return z
    .string('Required')
    .refine((text) => !UNPRINTABLE_IN_TEXT_PATTERN.test(text), 'Remove the control characters')
    .transform((text) => text.replace(/\r\n?/g, '\n').normalize('NFC').trim())
    .pipe(z.string().max(max, `Use at most ${max} characters`))
    .nullish()
    .transform((text) => text || null)
}

export const uuid = z.uuid('This is not a valid id')

/** Query parameters of a list: page size and cursor. */
export const pageQuery = (defaultLimit: number, maxLimit = 100, maxCursor = 300) => ({
  limit: z.coerce.number().int().min(1).max(maxLimit).default(defaultLimit),
  cursor: z.string().max(maxCursor).optional(),
})

/** A page of a list; `next` is the cursor of the page after it. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next: z.string().nullable() })

export const isoDateTime = z.string()
export const isoDate = z.string()

/** A time, read as UTC to the millisecond, from the first of a year until 2100. */
export const timeSince = (year: number) =>
  z.iso
    .datetime({ offset: true, error: 'This is not a valid date' })
    .transform((text) => new Date(text).toISOString())
    .refine((text) => text >= String(year) && text < '2101', `Choose a date between ${year} and 2100`)
