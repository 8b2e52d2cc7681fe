import { isDatabaseUnavailable, isUniqueViolation } from '#server/platform/db/database.ts'

const DEADLOCK = '40P01'

/** Classes of PostgreSQL's codes for what may go well next time: rollback, resources, contention, operator, system. */
const TRANSIENT = /^(40|53|55|57|58|25P03)/

/** Whether another transaction added the same persons at the same time: repeating sees them. */
export function isCollision(error: unknown): boolean {
  return isUniqueViolation(error) || (error as { code?: string } | null)?.code === DEADLOCK
}

/** Whether trying again later makes sense. */
export function isTransient(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return (
    isDatabaseUnavailable(error) || isCollision(error) || (typeof code === 'string' && TRANSIENT.test(code))
  )
}
