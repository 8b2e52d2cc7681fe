import { type ReactNode, useEffect } from 'react'
import { Navigate, useNavigate } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { useSubscription } from '#web/features/billing/subscription-queries.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { isAwaitingCode, useCurrentUser, useCurrentUserQuery } from './auth-queries.ts'

const REDIRECT_MS = 500

interface GuardProps {
  children: ReactNode | ((user: CurrentUser) => ReactNode)
  /** Shown until the answer is known; a skeleton of the content reads best. */
  pending?: ReactNode
}

/** Shows its children to a signed-in user; a visitor is told why and sent home. */
export function Protected({ children, pending = <Waiting /> }: GuardProps) {
  const { state, user } = useCurrentUser()
  const { query } = useCurrentUserQuery()
  if (state === 'visitor') return isAwaitingCode() ? <Navigate to={urls.code} replace /> : <Unauthorized />
  if (state === 'signed-in') return typeof children === 'function' ? children(user) : children
  if (query.isError && !query.isFetching) {
    return <Failed title="We could not check who is signed in" onRetry={() => void query.refetch()} />
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
  // What is being read again may just have become active.
  if (subscription.isFetching) return pending
  if (subscription.data) return <Navigate to={urls.onboarding} replace />
  return <Failed title="Failed to fetch subscription" onRetry={() => void subscription.refetch()} />
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

function Failed({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        description="Check your connection and try again."
        actions={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  )
}

function Waiting() {
  return (
    <div className="grid min-h-[60dvh] place-items-center text-muted">
      <Spinner label="Loading" className="size-5" />
    </div>
  )
}
