import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { ConfirmSignIn } from '#web/features/auth/confirm-sign-in.tsx'
import { SignInButton } from '#web/features/auth/sign-in-button.tsx'
import { useStartSingleSignOn } from '#web/features/auth/single-sign-on-offer.tsx'
import { call } from '#web/lib/api.ts'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { CenteredActions, CenteredPage } from '#web/site/centered-page.tsx'
import { Button, Spinner } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { failureText } from './failure-texts.ts'

// The URL can contain a secret, which must not reach other pages as a referrer.
export const meta = privatePage('Single sign-on', { name: 'referrer', content: 'no-referrer' })

/** The page of one connection: starts a sign-in by a click, and shows why one failed. */
export default function SignInPage() {
  const { connectionId = '' } = useParams()
  const [query] = useSearchParams()
  const [error, ticket] = [query.get('error'), query.get('ticket')]
  if (error) return <Failure connectionId={connectionId} error={error} />
  if (ticket) return <Confirmation connectionId={connectionId} ticket={ticket} />
  return <Start connectionId={connectionId} />
}

function Start({ connectionId }: { connectionId: string }) {
  const page = useQuery({
    queryKey: ['/api/auth/sso', connectionId],
    queryFn: ({ signal }) => call('GET /api/auth/sso/{connectionId}', { params: { connectionId }, signal }),
    retry: false,
  })
  if (page.isPending)
    return (
      <CenteredPage title="Single sign-on">
        <Spinner label="Loading" className="size-5 text-muted" />
      </CenteredPage>
    )
  if (page.isError)
    return (
      <CenteredPage title="Single sign-on">
        <p role="alert">This sign-in page is no longer in use. Sign in with your email address instead.</p>
        <CenteredActions>
          <SignInButton>Log in</SignInButton>
          <ButtonLink to={urls.home}>Back to home</ButtonLink>
        </CenteredActions>
      </CenteredPage>
    )
  return (
    <CenteredPage title="Single sign-on">
      <p className="text-muted wrap-anywhere">
        Your organization signs you in at <strong className="font-medium text-text">{page.data.host}</strong>.
      </p>
      <StartButton connectionId={connectionId} />
    </CenteredPage>
  )
}

function StartButton({ connectionId, label }: { connectionId: string; label?: string }) {
  const start = useStartSingleSignOn(connectionId)
  return (
    <Button
      variant="primary"
      pending={start.isPending || start.isSuccess}
      pendingLabel="Continuing..."
      onClick={() => start.mutate(undefined)}
    >
      {label ?? 'Continue with single sign-on'}
    </Button>
  )
}

function Failure({ connectionId, error }: { connectionId: string; error: string }) {
  return (
    <CenteredPage title="Sign-in failed">
      <p role="alert">{failureText(error)}</p>
      <CenteredActions>
        <StartButton connectionId={connectionId} label="Try again" />
        <ButtonLink to={urls.home}>Back to home</ButtonLink>
      </CenteredActions>
    </CenteredPage>
  )
}

/** Asks before a sign-in that this browser didn't start. */
function Confirmation({ connectionId, ticket }: { connectionId: string; ticket: string }) {
  const params = { connectionId }
  const pending = useQuery({
    queryKey: ['/api/auth/sso/read', ticket],
    queryFn: ({ signal }) =>
      call('POST /api/auth/sso/{connectionId}/read', { params, body: { ticket }, signal }),
    retry: false,
  })
  if (pending.isPending) return <CenteredPage title="Single sign-on" progress="Checking your sign-in..." />
  if (pending.isError) return <Failure connectionId={connectionId} error="ended" />
  return (
    <ConfirmSignIn
      question={pending.data}
      reason="Your identity provider started this sign-in. Continue only if you opened us from there."
      fallback="Sign-in failed"
      confirm={() => call('POST /api/auth/sso/{connectionId}/confirm', { params, body: { ticket } })}
      // A full page load, because the session changes and the URL contains a secret.
      onDone={(location) => window.location.replace(location)}
    />
  )
}
