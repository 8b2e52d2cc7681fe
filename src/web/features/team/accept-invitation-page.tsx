import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { OpenInvitation } from '#contract/invitations.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { SignInButton } from '#web/features/auth/sign-in-button.tsx'
import { call } from '#web/lib/api.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { CenteredActions, CenteredPage } from '#web/site/centered-page.tsx'
import { Button, Spinner } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { InvitationText } from './received-invitation.tsx'

// The URL contains a secret token, which must not reach other pages as a referrer.
export const meta = privatePage('Invitation', { name: 'referrer', content: 'no-referrer' })

/** The target of the emailed link. Opening it changes nothing; joining takes a click. */
export default function AcceptInvitationPage() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  if (!token)
    return <InvitationProblem message="This link is incomplete. Open the link in your email again." />
  return <InvitationLoader token={token} />
}

function InvitationLoader({ token }: { token: string }) {
  const query = useQuery({
    queryKey: ['/api/invitations/preview', token],
    queryFn: ({ signal }) => call('POST /api/invitations/preview', { body: { token }, signal }),
  })
  if (query.isPending)
    return (
      <CenteredPage title="You're invited">
        <Spinner label="Loading" className="size-5 text-muted" />
      </CenteredPage>
    )
  if (query.isError) {
    const isClosed = query.error instanceof ApiError && query.error.status === 404
    return (
      <InvitationProblem
        message={messageOf(query.error, "We couldn't load the invitation. Check your connection.")}
      >
        {isClosed ? <AfterInvitation /> : <Button onClick={() => void query.refetch()}>Try again</Button>}
      </InvitationProblem>
    )
  }
  return <Join token={token} invitation={query.data} />
}

/** The next step after an invalid or expired invitation. */
function AfterInvitation() {
  const { state } = useCurrentUser()
  if (state === 'signed-in') return <ButtonLink to={urls.dashboard}>Go to your contacts</ButtonLink>
  return <SignInButton>Log in or sign up</SignInButton>
}

/** Shows the organization and the invited address, and asks before signing out another account. */
function Join({ token, invitation }: { token: string; invitation: OpenInvitation }) {
  const { email, organizationName, signedInAs } = invitation
  const join = useMutation({
    mutationFn: () => call('POST /api/invitations/join', { body: { token, signsOut: signedInAs !== null } }),
    // A full page load, because the session changes and the URL contains a secret.
    onSuccess: ({ location }) => window.location.replace(location),
  })
  const isBusy = join.isPending || join.isSuccess
  return (
    <CenteredPage title={<span className="wrap-anywhere">Join {organizationName}</span>}>
      <p className="wrap-anywhere">
        <InvitationText invitation={invitation} />
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        {signedInAs
          ? `You're signed in as ${signedInAs}. Sign out and join as ${email}?`
          : `The invitation is for ${email}. You don't need a password.`}
      </p>
      {join.isError && (
        <p role="alert" className="rounded-lg border border-yellow px-4 py-3 text-sm wrap-anywhere">
          {messageOf(join.error, 'Failed to accept the invitation')}
        </p>
      )}
      <CenteredActions>
        <Button
          variant="primary"
          className="h-auto! min-h-9 max-w-full shrink! py-2 whitespace-normal! max-md:min-h-11"
          pending={isBusy}
          pendingLabel="Joining..."
          onClick={() => join.mutate()}
        >
          <span className="min-w-0 wrap-anywhere">
            {signedInAs ? 'Sign out and join' : 'Join'} as {email}
          </span>
        </Button>
        {signedInAs && <ButtonLink to={urls.dashboard}>Stay signed in</ButtonLink>}
      </CenteredActions>
    </CenteredPage>
  )
}

function InvitationProblem({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <CenteredPage title="Invitation">
      <p role="alert">{message}</p>
      {children ?? <ButtonLink to={urls.home}>Back to home</ButtonLink>}
    </CenteredPage>
  )
}
