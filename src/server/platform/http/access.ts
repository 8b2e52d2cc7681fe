import type { Endpoint, Role } from '#contract/endpoint.ts'
import { AppError } from '../errors.ts'
import type { Session, SessionKey } from './session.ts'

const RANK: Record<Role, number> = { MEMBER: 0, ADMIN: 1, OWNER: 2 }

export function hasRole(session: { role: Role }, minimum: Role): boolean {
  return RANK[session.role] >= RANK[minimum]
}

/** @throws {AppError} when the caller may not use the endpoint */
export function checkAccess(endpoint: Endpoint, session: Session | null): void {
  if (endpoint.access === 'public') return
  if (!session) throw new AppError('unauthenticated', 'Please log in to continue')
  checkScope(endpoint, session.key)
  const isOperating = endpoint.access === 'platform-admin' && session.isPlatformAdmin
  if (session.isSuspended && !endpoint.isOpenWhileSuspended && !isOperating) {
    throw new AppError('suspended', 'Your organization is suspended. Please contact support.')
  }
  if (endpoint.access === 'platform-admin') {
    if (session.needsSecondFactor) {
      throw new AppError('forbidden', 'Set up two-factor authentication first: Settings > Profile > Security')
    }
    if (!session.isPlatformAdmin) throw new AppError('forbidden', 'Only operators of this server can do this')
    return
  }
  if (endpoint.access === 'signed-in') return
  if (!session.organizationId) throw new AppError('forbidden', 'Create an organization first')
  if (endpoint.access === 'subscriber' && session.subscriptionStatus !== 'active') {
    throw new AppError('payment_required', 'You need an active subscription')
  }
  if (endpoint.role && !hasRole(session, endpoint.role)) {
    throw new AppError(
      'forbidden',
      `Only ${endpoint.role === 'OWNER' ? 'an owner' : 'an administrator'} can do this`,
    )
  }
}

/** @throws {AppError} forbidden when the key doesn't allow the call */
function checkScope({ scope }: Endpoint, key: SessionKey | undefined): void {
  if (!key) return
  if (!scope) throw new AppError('forbidden', "API keys can't do this")
  if (scope !== 'any' && !key.scopes.includes(scope))
    throw new AppError('forbidden', `This API key lacks the permission ${scope}`)
}

/** True if the caller may use the endpoint. */
export function canCall(endpoint: Endpoint, session: Session | null): boolean {
  try {
    checkAccess(endpoint, session)
    return true
  } catch {
    return false
  }
}
