import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import type * as contract from '#contract/second-factor.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { privatePage } from '#web/lib/brand.ts'
import { route } from '#web/lib/route.ts'
import { urls } from '#web/lib/urls.ts'
import { QuietPage } from '#web/site/quiet-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { hasSignedInHint, isAwaitingCode } from './auth-queries.ts'
import { CodeField, CodeKindToggle } from './code-field.tsx'
import { LogoutLink } from './logout-link.tsx'
import { openLogin } from './open-login.ts'
import { SignInHost } from './sign-in-host.tsx'
import { useCodeForm } from './use-code-form.ts'

const takeSecondFactor = route<typeof contract.verifySecondFactor>('POST', '/api/auth/second-factor')

export const meta = privatePage('Enter your code')

type Step = 'unknown' | 'code' | 'signed-in' | 'ended'

/** The 2FA step between the emailed link and the session. */
export default function CodePage() {
  const [step, setStep] = useState<Step>('unknown')
  useEffect(() => {
    if (isAwaitingCode()) setStep('code')
    else setStep(hasSignedInHint() ? 'signed-in' : 'ended')
  }, [])
  if (step === 'signed-in') return <Navigate to={urls.dashboard} replace />
  if (step === 'ended') return <SignInExpired />
  return (
    <QuietPage title="Enter your code">
      {step === 'code' ? (
        <CodeForm onEnded={() => setStep('ended')} />
      ) : (
        <Spinner label="Loading" className="size-5" />
      )}
    </QuietPage>
  )
}

function CodeForm({ onEnded }: { onEnded: () => void }) {
  const { sending, kind, field, change, submit } = useCodeForm({
    send: async (code) => {
      try {
        await call(takeSecondFactor, { body: { code } })
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) onEnded()
        throw error
      }
    },
    // A full page load, to drop everything cached before the sign-in.
    onDone: () => window.location.assign(urls.dashboard),
    fallback: "We couldn't check the code. Try again.",
  })
  const { ref } = field
  useEffect(() => ref.current?.focus(), [ref])
  return (
    <>
      <p className="text-muted">
        {kind === 'app'
          ? 'Open your authenticator app and enter the code it shows.'
          : 'Use a recovery code instead of an app code. Each works once.'}
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        className="grid w-full max-w-xs gap-3.5"
      >
        <CodeField {...field} />
        <Button
          type="submit"
          variant="primary"
          pending={sending.isPending || sending.isSuccess}
          pendingLabel="Signing in..."
        >
          Sign in
        </Button>
        <CodeKindToggle kind={kind} onChange={change} />
      </form>
      <p className="text-[13px] text-dim">
        Lost both? Contact us with the{' '}
        <a href={urls.contact} className="underline underline-offset-2">
          contact form
        </a>
        .
      </p>
      <LogoutLink className="text-sm text-muted underline underline-offset-2 hover:text-text">
        Cancel sign-in
      </LogoutLink>
    </>
  )
}

function SignInExpired() {
  return (
    <QuietPage title="This sign-in has expired">
      <p role="alert" className="text-muted">
        Enter your code within 10 minutes of opening the link. Request a new link to continue.
      </p>
      <Button variant="primary" onClick={openLogin}>
        Send a new link
      </Button>
      <SignInHost />
    </QuietPage>
  )
}
