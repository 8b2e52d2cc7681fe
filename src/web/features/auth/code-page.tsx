import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { CenteredPage } from '#web/site/centered-page.tsx'
import { Button, Spinner } from '#web/ui/button.tsx'
import { hasSignedInHint, isAwaitingCode } from './auth-queries.ts'
import { CodeField, CodeKindToggle, useCodeForm } from './code-form.tsx'
import { LogoutLink } from './logout-link.tsx'
import { SignInButton } from './sign-in-button.tsx'

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
    <CenteredPage title="Enter your code">
      {step === 'code' ? (
        <CodeForm onExpired={() => setStep('ended')} />
      ) : (
        <Spinner label="Loading" className="size-5" />
      )}
    </CenteredPage>
  )
}

function CodeForm({ onExpired }: { onExpired: () => void }) {
  const { isBusy, kind, field, changeKind, submit } = useCodeForm({
    send: async (code) => {
      try {
        await call('POST /api/auth/second-factor', { body: { code } })
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) onExpired()
        throw error
      }
    },
    // A full page load, to drop everything cached before the sign-in.
    onDone: () => window.location.assign(urls.dashboard),
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
        <Button type="submit" variant="primary" pending={isBusy} pendingLabel="Signing in...">
          Sign in
        </Button>
        <CodeKindToggle kind={kind} onChange={changeKind} />
      </form>
      <p className="text-[13px] text-dim">
        Lost both? Send us a message with the{' '}
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
    <CenteredPage title="Your sign-in has expired">
      <p role="alert" className="text-muted">
        Enter your code within 10 minutes of opening the link. Request a new link to continue.
      </p>
      <SignInButton>Send a new link</SignInButton>
    </CenteredPage>
  )
}
