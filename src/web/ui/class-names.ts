/** Joins class names, leaving out the empty ones. Later names do not undo earlier ones: pass layout, not looks. */
export function cx(...names: ReadonlyArray<string | false | null | undefined>): string {
  return names.filter(Boolean).join(' ')
}
