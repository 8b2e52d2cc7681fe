import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { privatePage } from '#web/lib/brand.ts'
import { urls, verifyLinkUrl } from '#web/lib/urls.ts'
import { CenteredActions, CenteredPage } from '#web/site/centered-page.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { useCurrentUser } from './auth-queries.ts'
import { ConfirmSignIn } from './confirm-sign-in.tsx'
import { SignInButton } from './sign-in-button.tsx'

// The URL contains a secret token, which must not reach other pages as a referrer.
export const meta = privatePage('Sign in', { name: 'referrer', content: 'no-referrer' })

export default function VerifyPage() {
  const [query] = useSearchParams()
  const outcome = verifyOutcome(query)
  const isLinkUsed = useIsLinkUsed()
  const { state } = useCurrentUser()
  if (isLinkUsed && state === 'signed-in') return <Success />
  if (outcome.state === 'verifying' && !isLinkUsed) return <LinkCheck token={outcome.token} />
  return <Failure message={outcome.state === 'error' ? outcome.message : 'No verification token found'} />
}

/** True if the back button returns here after the link was used. */
function useIsLinkUsed(): boolean {
  const [isLinkUsed, setIsLinkUsed] = useState(false)
  // A layout effect, to run before the child's effect that sets `linkTaken`.
  useLayoutEffect(() => {
    const checkHistory = () => setIsLinkUsed(window.history.state?.usr?.linkTaken === true)
    checkHistory()
    // A page restored from the browser's cache doesn't run its effects again.
    window.addEventListener('pageshow', checkHistory)
    return () => window.removeEventListener('pageshow', checkHistory)
  }, [])
  return isLinkUsed
}

/** Signs in directly in the browser that requested the link, and asks first in any other. */
function LinkCheck({ token }: { token: string }) {
  const link = useQuery({
    queryKey: ['/api/auth/read-magic-link', token],
    queryFn: ({ signal }) => call('POST /api/auth/read-magic-link', { body: { token }, signal }),
  })
  if (link.isError) return <Failure message={messageOf(link.error, 'Verification failed')} />
  if (link.data?.question)
    return (
      <ConfirmSignIn
        question={link.data.question}
        reason="This link was requested in another browser. Continue only if you requested it and it's your email address."
        fallback="Verification failed"
        confirm={() => call('POST /api/auth/verify-magic-link', { body: { token } })}
        onDone={followLink}
      />
    )
  return <SignInRedirect token={token} isReady={link.isSuccess} />
}

/** Removes the token from the address bar and history, then signs in by a full page load. */
function followLink(target: string): void {
  const { state } = window.history
  window.history.replaceState({ ...state, usr: { linkTaken: true } }, '', urls.verify)
  window.location.assign(target)
}

function SignInRedirect({ token, isReady }: { token: string; isReady: boolean }) {
  const hasStarted = useRef(false)
  const target = verifyLinkUrl(token)
  useEffect(() => {
    if (!isReady || hasStarted.current) return
    hasStarted.current = true
    followLink(target)
  }, [target, isReady])
  return (
    <CenteredPage title="Verifying your link" progress="Signing you in...">
      <noscript>
        <a href={target} className="text-accent underline underline-offset-2">
          Continue to sign in
        </a>
        <p>
          Continue only if you requested this link. Anyone signed in with this browser will be signed out.
        </p>
      </noscript>
    </CenteredPage>
  )
}

function Success() {
  return (
    <CenteredPage title="You're signed in" text="You already used this link.">
      <ButtonLink variant="primary" to={urls.dashboard}>
        Go to your contacts
      </ButtonLink>
    </CenteredPage>
  )
}

function Failure({ message }: { message: string }) {
  return (
    <CenteredPage title="Sign-in failed">
      <p role="alert">{message}</p>
      <p className="text-muted">
        Links work once and expire after 15 minutes. Request a new one to continue.
      </p>
      <CenteredActions>
        <SignInButton>Send a new link</SignInButton>
        <ButtonLink to={urls.home}>Back to home</ButtonLink>
      </CenteredActions>
    </CenteredPage>
  )
}

/** The state of the verification page, read from its URL. */
type VerifyOutcome = { state: 'verifying'; token: string } | { state: 'error'; message: string }

const MESSAGES: Readonly<Record<string, string>> = {
  invalid_token: 'Invalid or expired magic link',
  expired_token: 'This magic link has expired',
  not_a_member: "You aren't a member here. Ask the person who manages your team to invite you.",
}

/** An error in the URL wins over a token; a missing token is an error too. */
export function verifyOutcome(query: URLSearchParams): VerifyOutcome {
  const error = query.get('error')
  if (error) {
    const message = Object.hasOwn(MESSAGES, error) ? MESSAGES[error] : undefined
    return { state: 'error', message: message ?? 'Verification failed' }
  }
  const token = query.get('token')
  return token ? { state: 'verifying', token } : { state: 'error', message: 'No verification token found' }
}
