export type Side = 'here' | 'there'
export type Fields = Readonly<Record<string, string | null>>
/** Tells whether a side's value is the one it had when both sides last agreed on the field; null if they never did. */
export type SeenCheck = (side: Side, field: string, value: string | null) => boolean | null

/** A field that changed on both sides since they last agreed; the later change won. */
export type FieldConflict = { field: string; kept: Side; keptValue: string | null; lostValue: string | null }

export type MergedFields = {
  /** Changes to make at ours and at theirs. */
  here: Record<string, string | null>
  there: Record<string, string | null>
  conflicts: FieldConflict[]
}

export type MergeOptions = {
  seen: SeenCheck
  later: Side
  can: Readonly<Record<Side, boolean>>
  wholes?: readonly (readonly string[])[]
}

/**
 * Compares both sides with what they last agreed on, field by field. A field that changed on one side goes to the other. One
 * that changed on both is decided by the later change, and the value that lost is reported. Without a former agreement, a
 * value wins over an empty field.
 *
 * @param can sides that may be written
 * @param wholes fields that go over together where they differ, so that two addresses aren't mixed
 */
export function mergeFields(
  here: Fields,
  there: Fields,
  { seen, later, can, wholes = [] }: MergeOptions,
): MergedFields {
  const merged: MergedFields = { here: {}, there: {}, conflicts: [] }
  const sides = { here, there }
  const valueAt = (side: Side, field: string) => sides[side][field] ?? null
  const single = Object.keys(here).filter((field) => !wholes.some((whole) => whole.includes(field)))
  for (const group of [...single.map((field) => [field]), ...wholes]) {
    const differing = group.filter((field) => valueAt('here', field) !== valueAt('there', field))
    const changed = SIDES.filter((side) =>
      differing.some((field) => hasChanged(seen, side, field, valueAt(side, field))),
    )
    const [first] = changed
    if (!first) continue
    const isConflict = changed.length === 2
    const kept = isConflict ? winnerOf(later, can) : first
    const target = kept === 'here' ? 'there' : 'here'
    if (!can[target]) continue
    for (const field of differing) {
      const [keptValue, lostValue] = [valueAt(kept, field), valueAt(target, field)]
      merged[target][field] = keptValue
      if (isConflict) merged.conflicts.push({ field, kept, keptValue, lostValue })
    }
  }
  return merged
}

const SIDES: readonly Side[] = ['here', 'there']

/** Without an agreement, an empty field counts as unchanged. */
function hasChanged(seen: SeenCheck, side: Side, field: string, value: string | null): boolean {
  const isSeen = seen(side, field, value)
  return isSeen === null ? value !== null : !isSeen
}

/** The side whose value stays. One that may not be written can't lose. */
function winnerOf(later: Side, can: Readonly<Record<Side, boolean>>): Side {
  if (!can.here) return 'here'
  return can.there ? later : 'there'
}
