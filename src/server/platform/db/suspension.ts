/**
 * SQL condition that the organization `$1` is not suspended. Statements that claim background work include it, so that the
 * work waits until the suspension is lifted.
 */
export const NOT_SUSPENDED =
  'not exists (select from organizations o where o.id = $1 and o.suspended_at is not null)'
