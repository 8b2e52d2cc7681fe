import { isDatabaseAway, isUniqueViolation } from '#server/platform/db/database.ts'

const DEADLOCK = '40P01'

/** Classes of PostgreSQL's codes for what may go well next time: rollback, resources, contention, operator, system. */
const PASSING = /^(40|53|55|57|58|25P03)/

/** Whether another transaction added the same persons at the same time: repeating sees them. */
export function isCollision(error: unknown): boolean {
  return isUniqueViolation(error) || (error as { code?: string } | null)?.code === DEADLOCK
}

/** Whether trying again later makes sense. */
export function isPassing(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return isDatabaseAway(error) || isCollision(error) || (typeof code === 'string' && PASSING.test(code))
}
