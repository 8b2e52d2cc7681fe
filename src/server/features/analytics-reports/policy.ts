import type { Dashboard } from '#contract/analytics/dashboards.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'

/** True for the member who saved the dashboard, and for owners and administrators, who see shared ones. */
export function canManage({ actor }: Context, { isOwn }: Dashboard): boolean {
  return isOwn || actor.kind === 'system' || actor.role !== 'MEMBER'
}

/** @throws {AppError} forbidden */
export function requireCanManage(context: Context, dashboard: Dashboard): void {
  if (!canManage(context, dashboard))
    throw new AppError(
      'forbidden',
      'Only the member who saved this dashboard, or an administrator, can change its emails',
    )
}

/** @throws {AppError} invalid for other recipients of a dashboard that only the caller sees */
export function requireVisible(
  { isShared }: Dashboard,
  recipients: readonly string[],
  callerId: string,
): void {
  if (!isShared && recipients.some((userId) => userId !== callerId))
    throw fieldError('invalid', 'recipients', 'Share the dashboard first: only you can see it')
}
