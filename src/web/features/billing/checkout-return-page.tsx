import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { currentUserQuery } from '#web/features/auth/auth-queries.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { privatePage } from '#web/lib/brand.ts'
import { read } from '#web/lib/query-client.ts'
import { urls } from '#web/lib/urls.ts'
import { CenteredActions, CenteredPage } from '#web/site/centered-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { toastError } from '#web/ui/toast.tsx'

const REDIRECT_MS = 2000
const ACTIVATION_FAILED = 'Failed to activate subscription'

export const meta = privatePage('Subscription')

export default function CheckoutReturnPage() {
  const [query] = useSearchParams()
  const session = query.get('session_id')
  return session ? <Activation session={session} /> : <Failure message="Missing checkout session" />
}

function Activation({ session }: { session: string }) {
  const { data, error, isFetching, refetch } = useQuery(
    read('GET /api/stripe/checkout-success', { query: { session_id: session } }),
  )
  if (isFetching || (!data && !error))
    return <CenteredPage title="Activating your subscription" progress="This takes a few seconds." />
  if (data?.success) return <Activated />
  return (
    <Failure message={data?.error ?? messageOf(error, ACTIVATION_FAILED)} onRetry={() => void refetch()} />
  )
}

function Activated() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    void queryClient.invalidateQueries({ queryKey: ['/api/organizations'] })
    const timer = setTimeout(() => void navigate(urls.dashboard, { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [queryClient, navigate])
  return (
    <CenteredPage title="Your subscription is active">
      <CircleCheck aria-hidden className="order-first size-8 text-green" />
      <p role="status" className="text-muted">
        Taking you to your contacts.
      </p>
      <ButtonLink to={urls.dashboard}>Go to your contacts</ButtonLink>
    </CenteredPage>
  )
}

/** Try Again repeats the activation, or opens the plans if there is no session to activate. */
function Failure({ message, onRetry }: { message: string; onRetry?: () => void }) {
  useEffect(() => {
    toastError('Activation Failed', message)
  }, [message])
  return (
    <CenteredPage title="Subscription Setup Failed" text={message}>
      <CircleAlert aria-hidden className="order-first size-8 text-red" />
      <CenteredActions>
        {onRetry ? (
          <Button variant="primary" onClick={onRetry}>
            Try Again
          </Button>
        ) : (
          <ButtonLink variant="primary" to={urls.onboarding}>
            Try Again
          </ButtonLink>
        )}
        <ButtonLink to={urls.contact}>Contact Support</ButtonLink>
      </CenteredActions>
      {onRetry && (
        <Link to={urls.onboarding} className="text-sm text-muted underline underline-offset-2">
          Choose a plan again
        </Link>
      )}
    </CenteredPage>
  )
}
