import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type * as contract from '#contract/auth.ts'
import type { LinkConfirmation } from '#contract/auth.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { privatePage } from '#web/lib/brand.ts'
import { route } from '#web/lib/route.ts'
import { urls, verifyLinkUrl } from '#web/lib/urls.ts'
import { QuietPage } from '#web/site/quiet-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useCurrentUser } from './auth-queries.ts'
import { openLogin } from './open-login.ts'
import { SignInHost } from './sign-in-host.tsx'
import { verifyOutcome } from './verify-outcome.ts'

const lookUpLink = route<typeof contract.readMagicLink>('POST', '/api/auth/look-up-magic-link')
const confirmLink = route<typeof contract.confirmMagicLink>('POST', '/api/auth/verify-magic-link')

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

/** True when the back button returns here after the link was used. */
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
  const found = useQuery({
    queryKey: [lookUpLink.path, token],
    queryFn: ({ signal }) => call(lookUpLink, { body: { token }, signal }),
  })
  if (found.isError) return <Failure message={messageOf(found.error, 'Verification failed')} />
  if (found.data?.question) return <ConfirmSignIn token={token} question={found.data.question} />
  return <SignInRedirect token={token} isReady={found.isSuccess} />
}

/** Removes the token from the address bar and history, then signs in by a full page load. */
function followLink(target: string): void {
  const { state } = window.history
  window.history.replaceState({ ...state, usr: { linkTaken: true } }, '', urls.verify)
  window.location.assign(target)
}

function SignInRedirect({ token, isReady }: { token: string; isReady: boolean }) {
  const started = useRef(false)
  const target = verifyLinkUrl(token)
  useEffect(() => {
    if (!isReady || started.current) return
    started.current = true
    followLink(target)
  }, [target, isReady])
  return (
    <QuietPage title="Verifying your link">
      <p className="flex items-center justify-center gap-2 text-muted" role="status">
        <Spinner /> Signing you in...
      </p>
      <noscript>
        <a href={target} className="text-accent underline underline-offset-2">
          Continue to sign in
        </a>
        <p>
          Continue only if you requested this link. Anyone signed in with this browser will be signed out.
        </p>
      </noscript>
    </QuietPage>
  )
}

/** Confirms a link that another browser requested, or that would sign out another account. */
function ConfirmSignIn({ token, question }: { token: string; question: LinkConfirmation }) {
  const { email, signedInAs } = question
  const confirm = useMutation({
    mutationFn: () => call(confirmLink, { body: { token } }),
    onSuccess: ({ location }) => followLink(location),
  })
  return (
    <QuietPage title={<span className="break-words">Sign in as {email}?</span>}>
      <p className="text-muted">
        {signedInAs
          ? `You're signed in as ${signedInAs}. Signing in as ${email} signs that account out in this browser.`
          : "This link was requested in another browser. Continue only if you requested it and it's your email address."}
      </p>
      {confirm.isError && <p role="alert">{messageOf(confirm.error, 'Verification failed')}</p>}
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          variant="primary"
          pending={confirm.isPending || confirm.isSuccess}
          pendingLabel="Signing in..."
          onClick={() => confirm.mutate()}
        >
          Sign in
        </Button>
        <Button asChild>
          <Link to={signedInAs ? urls.dashboard : urls.home}>{signedInAs ? 'Stay signed in' : 'Cancel'}</Link>
        </Button>
      </div>
    </QuietPage>
  )
}

function Success() {
  return (
    <QuietPage title="You're signed in">
      <p className="text-muted">You already used this link.</p>
      <Button variant="primary" asChild>
        <Link to={urls.dashboard}>Go to your contacts</Link>
      </Button>
    </QuietPage>
  )
}

function Failure({ message }: { message: string }) {
  return (
    <QuietPage title="Sign-in failed">
      <p role="alert">{message}</p>
      <p className="text-muted">
        Links work once and expire after 15 minutes. Request a new one to continue.
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={openLogin}>
          Send a new link
        </Button>
        <Button asChild>
          <Link to={urls.home}>Back to home</Link>
        </Button>
      </div>
      <SignInHost />
    </QuietPage>
  )
}
