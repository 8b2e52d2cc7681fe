/** `column` defaults to `id`; `keys` is the SQL parameter with the list of keys. */
type KeyedRows = { table: string; column?: string; keys: string }

/**
 * `from` clause that finds rows of a table by a list of keys, one index scan per key. With `= any(…)` or a plain join the
 * planner reads all rows of an organization without statistics, as after its first import. `$1` is the organization; the
 * keys are `wanted.key`.
 */
export function selectByKeys(
  { table, column = 'id', keys, lock = '', as = 'found' }: KeyedRows & { lock?: string; as?: string },
  select: string,
): string {
  // `offset 0` prevents a join, and the inner select hides the number of keys, so that the plan is reused for every list.
  return `unnest((select ${keys}::uuid[])) as wanted(key) cross join lateral (
    select ${select} from ${table} where organization_id = $1 and ${column} = wanted.key offset 0 ${lock}) as ${as}`
}

/** Physical addresses of such rows, for `ctid = any(…)`. The caller must hold their locks. */
export function ctidsOf(of: KeyedRows): string {
  return `array(select found.ctid from ${selectByKeys(of, 'ctid')})`
}
