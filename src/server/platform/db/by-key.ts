/** The column is `id` unless said; `keys` is the parameter that holds them. */
type KeyedRows = { table: string; column?: string; keys: string }

/**
 * Rows of a table for a list of keys, each looked up by itself, for a `from` clause. Written as `= any(…)` or as a plain
 * join the planner reads everything of an organization that it has no figures of yet, as after its first import. `$1` is
 * the organization; the keys are `wanted.key`.
 */
export function selectByKeys(
  { table, column = 'id', keys, lock = '', as = 'found' }: KeyedRows & { lock?: string; as?: string },
  select: string,
): string {
  // The offset keeps the planner from making a join of it, and the inner select from counting the keys: where it knows how
  // many there are, it plans anew for each list.
  return `unnest((select ${keys}::uuid[])) as wanted(key) cross join lateral (
    select ${select} from ${table} where organization_id = $1 and ${column} = wanted.key offset 0 ${lock}) as ${as}`
}

/** Where such rows lie, for `ctid = any(…)`, which changes nothing but them. The caller holds their locks. */
export function ctidsOf(of: KeyedRows): string {
  return `array(select found.ctid from ${selectByKeys(of, 'ctid')})`
}
