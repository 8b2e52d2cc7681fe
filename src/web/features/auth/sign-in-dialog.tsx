import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/form.tsx'
import { dismissToast, toastError } from '#web/ui/toast.tsx'
import { OPEN_LOGIN } from './open-login.ts'
import { OutboxNote } from './outbox-note.tsx'
import { SingleSignOnOffer, useSingleSignOnOffer } from './single-sign-on-offer.tsx'

/** The passwordless sign-in, opened by the page-wide `open-login` event. */
export function SignInHost({ initiallyOpen }: { initiallyOpen: boolean }) {
  const [open, setOpen] = useState(initiallyOpen)
  useEffect(() => {
    const onOpen = () => setOpen(true)
    window.addEventListener(OPEN_LOGIN, onOpen)
    return () => window.removeEventListener(OPEN_LOGIN, onOpen)
  }, [])
  return <SignInDialog open={open} onClose={() => setOpen(false)} />
}

function SignInDialog({ open, onClose }: Pick<DialogProps, 'open' | 'onClose'>) {
  const [sentEmail, setSentEmail] = useState<string | null>(null)
  const close = () => {
    setSentEmail(null)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      width="sm"
      title={sentEmail ? 'Check your email' : 'Log in or sign up'}
      description={sentEmail ? undefined : "We'll email you a link. No password needed."}
    >
      <SignInSteps sentEmail={sentEmail} onSent={setSentEmail} />
    </Dialog>
  )
}

interface SignInStepsProps {
  sentEmail: string | null
  onSent: (email: string | null) => void
}

/** The form and its confirmation. Closing the dialog unmounts them, so every opening starts with an empty form. */
export function SignInSteps({ sentEmail, onSent }: SignInStepsProps) {
  const [email, setEmail] = useState('')
  const send = useMutation({
    mutationFn: (address: string) => call('POST /api/auth/request-magic-link', { body: { email: address } }),
    onError: () => toastError('Error', 'Failed to send magic link. Please try again.'),
  })
  const field = useRef<HTMLInputElement>(null)
  const offer = useSingleSignOnOffer(email)
  if (sentEmail) return <Confirmation email={sentEmail} onResend={() => onSent(null)} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = email.trim()
    if (send.isPending) return
    if (!address.includes('@')) {
      field.current?.focus()
      return toastError('Invalid email', 'Please enter a valid email address.')
    }
    // Passed to this call, not to the hook, so that it doesn't run after the dialog was closed.
    send.mutate(address, {
      onSuccess: () => {
        dismissToast()
        onSent(address)
      },
    })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Email">
        <Input
          ref={field}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          maxLength={320}
          placeholder="you@example.com"
          value={email}
          onValue={setEmail}
        />
      </Field>
      {offer && <SingleSignOnOffer offer={offer} email={email.trim()} />}
      <Button
        type="submit"
        variant={offer ? 'secondary' : 'primary'}
        pending={send.isPending}
        pendingLabel="Sending..."
      >
        Send magic link
      </Button>
    </form>
  )
}

function Confirmation({ email, onResend }: { email: string; onResend: () => void }) {
  return (
    <div className="grid gap-3 text-sm text-muted">
      <p role="status">
        We sent a sign-in link to <strong className="font-medium wrap-anywhere text-text">{email}</strong>.
        The link expires in 15 minutes.
      </p>
      <OutboxNote purpose="to get your link" />
      <p>Don't see it after a minute? Check your spam folder.</p>
      <Button onClick={onResend}>Send again</Button>
    </div>
  )
}
