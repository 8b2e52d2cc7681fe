import { type ReactNode, useEffect } from 'react'
import { Navigate, useNavigate } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { useSubscription } from '#web/features/billing/subscription-queries.ts'
import { urls } from '#web/lib/urls.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadErrorState } from '#web/ui/load-error.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { isAwaitingCode, useCurrentUser, useCurrentUserQuery } from './auth-queries.ts'

const REDIRECT_MS = 500

interface GuardProps {
  children: ReactNode | ((user: CurrentUser) => ReactNode)
  /** Shown while loading, ideally a skeleton of the content. */
  pending?: ReactNode
}

/** Shows its children to a signed-in user; sends visitors to the home page. */
export function Protected({ children, pending = <Waiting /> }: GuardProps) {
  const { state, user } = useCurrentUser()
  const { query } = useCurrentUserQuery()
  if (state === 'visitor') return isAwaitingCode() ? <Navigate to={urls.code} replace /> : <Unauthorized />
  if (state === 'signed-in') return typeof children === 'function' ? children(user) : children
  if (query.isError && !query.isFetching) {
    return <LoadErrorState query={query} title="We couldn't check your sign-in" />
  }
  return pending
}

/** Like `Protected`, and the user's organization must have an active subscription; otherwise onboarding. */
export function RequireSubscription({ children, pending = <Waiting /> }: GuardProps) {
  return (
    <Protected pending={pending}>
      {(user) => (
        <SubscriptionGuard user={user} pending={pending}>
          {typeof children === 'function' ? children(user) : children}
        </SubscriptionGuard>
      )}
    </Protected>
  )
}

function SubscriptionGuard({
  user,
  pending,
  children,
}: {
  user: CurrentUser
  pending: ReactNode
  children: ReactNode
}) {
  const subscription = useSubscription(user.organizationId)
  if (!user.organizationId) return <Navigate to={urls.onboarding} replace />
  if (subscription.data?.organization.subscriptionStatus === 'active') return children
  // The subscription may have become active since the cached read.
  if (subscription.isFetching) return pending
  if (subscription.data) return <Navigate to={urls.onboarding} replace />
  return <LoadErrorState query={subscription} title="Failed to fetch subscription" />
}

function Unauthorized() {
  const navigate = useNavigate()
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

function Waiting() {
  return (
    <div className="grid min-h-[60dvh] place-items-center text-muted">
      <Spinner label="Loading" className="size-5" />
    </div>
  )
}
