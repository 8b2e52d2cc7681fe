const MAX_NAME_LENGTH = 80
// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point
const UNPRINTABLE_PATTERN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g

/** A name for an email: one short line without `://`, so that names can't add text or links. */
export function plainName(name: string): string {
  const line = name.replace(UNPRINTABLE_PATTERN, ' ').replace(/:\/\//g, ' ').replace(/\s+/g, ' ').trim()
  const letters = Array.from(line)
  return letters.length > MAX_NAME_LENGTH ? `${letters.slice(0, MAX_NAME_LENGTH).join('')}…` : line
}
