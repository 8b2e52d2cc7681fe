import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { Navigate, useLocation, useMatches, useNavigate } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { useSubscription } from '#web/features/billing/subscription-queries.ts'
import { urls } from '#web/lib/urls.ts'
import { Spinner } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { EmptyState, LoadErrorState } from '#web/ui/states.tsx'
import { isAwaitingCode, useCurrentUser, useCurrentUserQuery } from './auth-queries.ts'
import { rememberPage } from './return-to.ts'

const OperatorGuard = lazyDialog(async () => (await import('./operator-guard.tsx')).OperatorGuard)

const REDIRECT_MS = 500

interface ProtectedProps {
  children: ReactNode
  /** Shown while loading, ideally a skeleton of the content. */
  pending?: ReactNode
}

/** Shows its children to a signed-in user; sends visitors to the home page. */
export function Protected({ children, pending = <LoadingSpinner /> }: ProtectedProps) {
  const { state, user } = useCurrentUser()
  const { query } = useCurrentUserQuery()
  if (state === 'visitor') return isAwaitingCode() ? <Navigate to={urls.code} replace /> : <Unauthorized />
  if (state === 'signed-in') return <UserContext value={user}>{children}</UserContext>
  if (query.isError && !query.isFetching)
    return <LoadErrorState query={query} title="We couldn't check your sign-in" />
  return pending
}

function Unauthorized() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // A link to a contact in an email, or an app that asks to connect, should open after the sign-in.
  useEffect(() => {
    if (new URLSearchParams(search).has('contact') || pathname.startsWith('/connect/'))
      rememberPage(pathname + search)
  }, [pathname, search])
  useEffect(() => {
    const timer = setTimeout(() => void navigate(urls.home, { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <main className="grid min-h-dvh place-items-center">
      <div role="alert">
        <EmptyState title="Unauthorized" description="Please log in to continue" />
      </div>
    </main>
  )
}

function LoadingSpinner() {
  return (
    <div className="grid min-h-[60dvh] place-items-center text-muted">
      <Spinner label="Loading" className="size-5" />
    </div>
  )
}

/** The `handle` of a route within the shell: what a signed-in user needs to open it. */
export interface PageHandle {
  needs: 'organization' | 'subscription' | 'operator'
}

const UserContext = createContext<CurrentUser | null>(null)

/** The signed-in user; only within `Protected`. */
export function useUser(): CurrentUser {
  const user = useContext(UserContext)
  if (!user) throw new Error('useUser must be called inside Protected')
  return user
}

/** The user and their organization, on pages that need one. */
export function useMember(): CurrentUser & { organizationId: string } {
  const user = useUser()
  if (!user.organizationId) throw new Error("The route's handle must declare that it needs an organization")
  return { ...user, organizationId: user.organizationId }
}

/** Checks what the current route needs before it is shown. Only avoids needless requests: the server checks each one. */
export function Guard({ children }: { children: ReactNode }) {
  const { organizationId } = useUser()
  const needs = useMatches()
    .map(({ handle }) => (handle as PageHandle | undefined)?.needs)
    .findLast(Boolean)
  if (needs === 'operator') return <OperatorGuard>{children}</OperatorGuard>
  if (needs === 'subscription') return <SubscriptionGuard>{children}</SubscriptionGuard>
  return needs && !organizationId ? <Navigate to={urls.onboarding} replace /> : children
}

/** Redirects to onboarding without an active subscription. */
function SubscriptionGuard({ children }: { children: ReactNode }) {
  const { organizationId } = useUser()
  const subscription = useSubscription(organizationId)
  if (!organizationId) return <Navigate to={urls.onboarding} replace />
  if (subscription.data?.organization.subscriptionStatus === 'active') return children
  // The subscription may have become active since the cached read.
  if (subscription.isFetching) return <LoadingSpinner />
  if (subscription.data) return <Navigate to={urls.onboarding} replace />
  return <LoadErrorState query={subscription} title="Failed to fetch subscription" />
}
