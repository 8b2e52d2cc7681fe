import { useMutation } from '@tanstack/react-query'
import type { LinkConfirmation } from '#contract/auth.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { urls } from '#web/lib/urls.ts'
import { CenteredActions, CenteredPage } from '#web/site/centered-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'

interface ConfirmSignInProps {
  question: LinkConfirmation
  /** Why we ask, if no one else is signed in. */
  reason: string
  /** Error message if the server gives no reason. */
  fallback: string
  confirm: () => Promise<{ location: string }>
  /** Opens the page that follows. */
  onDone: (location: string) => void
}

/** Asks before a sign-in that this browser didn't start, or that would sign out another account. */
export function ConfirmSignIn({ question, reason, fallback, confirm, onDone }: ConfirmSignInProps) {
  const { email, signedInAs } = question
  const signIn = useMutation({ mutationFn: confirm, onSuccess: ({ location }) => onDone(location) })
  return (
    <CenteredPage
      title={<span className="break-words">Sign in as {email}?</span>}
      text={
        signedInAs
          ? `You're signed in as ${signedInAs}. Signing in as ${email} signs that account out in this browser.`
          : reason
      }
    >
      {signIn.isError && <p role="alert">{messageOf(signIn.error, fallback)}</p>}
      <CenteredActions>
        <Button
          variant="primary"
          pending={signIn.isPending || signIn.isSuccess}
          pendingLabel="Signing in..."
          onClick={() => signIn.mutate()}
        >
          Sign in
        </Button>
        <ButtonLink to={signedInAs ? urls.dashboard : urls.home}>
          {signedInAs ? 'Stay signed in' : 'Cancel'}
        </ButtonLink>
      </CenteredActions>
    </CenteredPage>
  )
}
