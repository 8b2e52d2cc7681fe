import { isDatabaseUnavailable, isUniqueViolation } from '#server/platform/db/database.ts'

const DEADLOCK = '40P01'

/** PostgreSQL error classes worth a retry: rollback, resources, contention, operator, system. */
const TRANSIENT_PATTERN = /^(40|53|55|57|58|25P03)/

/** True if another transaction added the same people at the same time; a retry sees them. */
export function isCollision(error: unknown): boolean {
  return isUniqueViolation(error) || (error as { code?: string } | null)?.code === DEADLOCK
}

/** True if a later retry may succeed. */
export function isTransient(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return (
    isDatabaseUnavailable(error) ||
    isCollision(error) ||
    (typeof code === 'string' && TRANSIENT_PATTERN.test(code))
  )
}
