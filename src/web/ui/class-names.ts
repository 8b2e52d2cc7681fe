/** Joins non-empty class names. Later classes don't override earlier ones, so pass layout only. */
export function cx(...names: ReadonlyArray<string | false | null | undefined>): string {
  return names.filter(Boolean).join(' ')
}
