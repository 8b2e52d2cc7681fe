import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import type * as contract from '#contract/invitations.ts'
import { currentUserQuery, useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { LogoutLink } from '#web/features/auth/logout-link.tsx'
import { openLogin } from '#web/features/auth/open-login.ts'
import { SignInHost } from '#web/features/auth/sign-in-host.tsx'
import { call } from '#web/lib/api.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { privatePage } from '#web/lib/brand.ts'
import { route } from '#web/lib/route.ts'
import { urls } from '#web/lib/urls.ts'
import { QuietPage } from '#web/site/quiet-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { InvitationText, useJoin } from './received-invitation.tsx'

const lookUpInvitation = route<typeof contract.readInvitation>('POST', '/api/invitations/look-up')
const acceptInvitation = route<typeof contract.acceptInvitation>('POST', '/api/invitations/accept')

// The URL contains a secret token, which must not reach other pages as a referrer.
export const meta = privatePage('Invitation', { name: 'referrer', content: 'no-referrer' })

/** The target of the emailed link. Joining takes a click by a user signed in with the invited address. */
export default function AcceptInvitationPage() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  useReturnFromSignIn()
  const { state, user } = useCurrentUser()
  if (!token) return <Problem message="This link is incomplete. Open the link in your email again." />
  if (state === 'visitor') return <Visitor />
  if (state === 'loading') return <Waiting />
  return <Invited token={token} user={user} />
}

/** Reads the account again when the user returns from the tab where they signed in. */
function useReturnFromSignIn(): void {
  const client = useQueryClient()
  const [, recheck] = useState(0)
  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState !== 'visible') return
      recheck((times) => times + 1)
      if (!client.getQueryData(currentUserQuery.queryKey))
        void client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    }
    document.addEventListener('visibilitychange', onReturn)
    return () => document.removeEventListener('visibilitychange', onReturn)
  }, [client])
}

function Visitor() {
  return (
    <QuietPage title="You're invited">
      <p className="text-muted">
        Log in or sign up with the email address the invitation was sent to. We'll email you a sign-in link,
        then you can accept the invitation.
      </p>
      <Button variant="primary" onClick={openLogin}>
        Log in or sign up
      </Button>
      <SignInHost />
    </QuietPage>
  )
}

function Waiting() {
  return (
    <QuietPage title="You're invited">
      <Spinner label="Loading" className="size-5 text-muted" />
    </QuietPage>
  )
}

function Invited({ token, user }: { token: string; user: CurrentUser }) {
  const found = useQuery({
    queryKey: ['/api/invitations/look-up', token, user.id],
    queryFn: ({ signal }) => call(lookUpInvitation, { body: { token }, signal }),
  })
  const join = useJoin(() => call(acceptInvitation, { body: { token } }))
  if (found.isPending) return <Waiting />
  if (found.isError) {
    const isOther = found.error instanceof ApiError && found.error.status === 403
    return (
      <Problem message={messageOf(found.error, "We couldn't load the invitation. Check your connection.")}>
        <p className="text-sm text-muted">You're signed in as {user.email}.</p>
        {isOther ? (
          <Button asChild>
            <LogoutLink>Log out</LogoutLink>
          </Button>
        ) : (
          <Button onClick={() => void found.refetch()}>Try again</Button>
        )}
      </Problem>
    )
  }
  const { obstacle } = found.data
  return (
    <QuietPage title={`Join ${found.data.organizationName}`}>
      <p className="wrap-anywhere">
        <InvitationText invitation={found.data} />
      </p>
      <p className="text-sm text-muted wrap-anywhere">You're signed in as {user.email}.</p>
      {obstacle ? (
        <>
          <p role="alert" className="rounded-lg border border-yellow px-4 py-3 text-sm">
            {obstacle}
          </p>
          <Button asChild>
            <Link to={urls.team}>Go to your team</Link>
          </Button>
        </>
      ) : (
        <Button
          variant="primary"
          pending={join.isPending}
          pendingLabel="Joining..."
          onClick={() => join.mutate(undefined)}
        >
          Accept invitation
        </Button>
      )}
    </QuietPage>
  )
}

function Problem({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <QuietPage title="Invitation">
      <p role="alert">{message}</p>
      {children ?? (
        <Button asChild>
          <Link to={urls.home}>Back to home</Link>
        </Button>
      )}
    </QuietPage>
  )
}
