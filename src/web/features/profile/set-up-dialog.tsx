import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type * as contract from '#contract/auth.ts'
import { groupCharacters } from '#domain/identity/second-factor.ts'
import { CodeField } from '#web/features/auth/code-field.tsx'
import { useCodeForm } from '#web/features/auth/use-code-form.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { route } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { confirmCode, useNewSecret, useRefreshSecondFactor } from './second-factor-queries.ts'

const requestMagicLink = route<typeof contract.requestMagicLink>('POST', '/api/auth/request-magic-link')

interface SetUpDialogProps {
  email: string
  onClose: () => void
}

/** Sets up 2FA: shows the secret, checks a code, then shows the recovery codes. */
export function SetUpDialog({ email, onClose }: SetUpDialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { data, error } = useNewSecret()
  if (codes) return <RecoveryCodes title="Two-factor authentication is on" codes={codes} onClose={onClose} />
  if (data) return <Confirm secret={data.secret} uri={data.uri} onDone={setCodes} onClose={onClose} />
  if (data === null) return <SignInAgain email={email} onClose={onClose} />
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Set up two-factor authentication">
      {error ? (
        <p role="alert" className="text-sm text-red">
          {messageOf(error, "That didn't work. Try again.")}
        </p>
      ) : (
        <Spinner label="Loading" className="size-5" />
      )}
    </Dialog>
  )
}

interface ConfirmProps {
  secret: string
  uri: string
  onDone: (codes: readonly string[]) => void
  onClose: () => void
}

function Confirm({ secret, uri, onDone, onClose }: ConfirmProps) {
  const formId = useId()
  const changed = useRefreshSecondFactor()
  const { sending, field, submit } = useCodeForm({
    send: confirmCode,
    onDone: ({ recoveryCodes }) => {
      onDone(recoveryCodes)
      void changed()
    },
    fallback: "We couldn't check the code. Try again.",
    appOnly: true,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Set up two-factor authentication"
      description="Works with any authenticator app. Turning it on signs you out of all other sessions."
      footer={
        <>
          <Button disabled={sending.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={sending.isPending}
            pendingLabel="Checking..."
          >
            Turn on
          </Button>
        </>
      }
    >
      <ol className="grid gap-4 text-sm">
        <li>
          <p className="font-medium">1. Scan this with your app</p>
          <div className="mt-2 flex flex-wrap items-center gap-4">
            <QrCode text={uri} label="QR code for your authenticator app" />
            <div className="min-w-0 flex-1 basis-48">
              <p className="text-muted">Or enter this key:</p>
              <p className="mt-1 font-mono text-[13px] leading-6 wrap-anywhere">{groupCharacters(secret)}</p>
              <a href={uri} className="mt-2 inline-block text-accent underline underline-offset-2 md:hidden">
                Open the app on this phone
              </a>
            </div>
          </div>
        </li>
        <li>
          <p className="mb-2 font-medium">2. Enter the code it shows</p>
          <form
            id={formId}
            noValidate
            className="max-w-72"
            onSubmit={(event) => {
              event.preventDefault()
              submit()
            }}
          >
            <CodeField {...field} />
          </form>
        </li>
      </ol>
    </Dialog>
  )
}

/** Asks for a fresh sign-in, so that a stranger at an unlocked laptop can't lock the owner out. */
function SignInAgain({ email, onClose }: SetUpDialogProps) {
  const send = useMutation({ mutationFn: () => call(requestMagicLink, { body: { email } }) })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={send.isSuccess ? 'Check your email' : 'Sign in again first'}
      footer={
        <>
          <Button onClick={onClose}>{send.isSuccess ? 'Close' : 'Cancel'}</Button>
          {!send.isSuccess && (
            <Button
              variant="primary"
              pending={send.isPending}
              pendingLabel="Sending..."
              onClick={() => send.mutate()}
            >
              Send magic link
            </Button>
          )}
        </>
      }
    >
      <p className="text-sm text-muted" role={send.isSuccess ? 'status' : undefined}>
        {send.isSuccess
          ? `Open the link we sent to ${email} in this browser, then come back to your profile within 10 minutes.`
          : "For your security, set up 2FA within 10 minutes of signing in. We'll email you a new link."}
      </p>
      {send.error && (
        <p role="alert" className="mt-2 text-sm text-red">
          {messageOf(send.error, 'Failed to send magic link. Please try again.')}
        </p>
      )}
    </Dialog>
  )
}
