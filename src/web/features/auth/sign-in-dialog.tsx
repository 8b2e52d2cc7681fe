import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type * as contract from '#contract/auth.ts'
import { call } from '#web/lib/api.ts'
import { useInstance } from '#web/lib/instance-query.ts'
import { route } from '#web/lib/route.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

import { dismissToast, toast } from '#web/ui/toast.tsx'

const requestMagicLink = route<typeof contract.requestMagicLink>('POST', '/api/auth/request-magic-link')

interface SignInDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The passwordless sign-in. Closing unmounts the content, so every opening starts with an empty form. */
export function SignInDialog({ open, onOpenChange }: SignInDialogProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const onChange = (next: boolean) => {
    if (!next) setSentTo(null)
    onOpenChange(next)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onChange}
      width="sm"
      title={sentTo ? 'Check your email' : 'Log in or sign up'}
      description={sentTo ? undefined : "We'll email you a link. No password needed."}
    >
      <SignInSteps sentTo={sentTo} onSent={setSentTo} />
    </Dialog>
  )
}

/** Holds the typed address while the user goes back from the confirmation. */
function SignInSteps({ sentTo, onSent }: { sentTo: string | null; onSent: (email: string | null) => void }) {
  const [email, setEmail] = useState('')
  if (sentTo) return <Confirmation email={sentTo} onAgain={() => onSent(null)} />
  return <SignInForm email={email} onEmail={setEmail} onSent={onSent} />
}

interface SignInFormProps {
  email: string
  onEmail: (email: string) => void
  onSent: (email: string) => void
}

function SignInForm({ email, onEmail, onSent }: SignInFormProps) {
  const send = useMutation({
    mutationFn: (address: string) => call(requestMagicLink, { body: { email: address } }),
    onError: () => {
      const description = 'Failed to send magic link. Please try again.'
      toast({ variant: 'destructive', title: 'Error', description })
    },
  })
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = email.trim()
    if (send.isPending) return
    if (!address.includes('@')) {
      field.current?.focus()
      const description = 'Please enter a valid email address.'
      toast({ variant: 'destructive', title: 'Invalid email', description })
      return
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
          onChange={(event) => onEmail(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" pending={send.isPending} pendingLabel="Sending...">
        Send magic link
      </Button>
    </form>
  )
}

function Confirmation({ email, onAgain }: { email: string; onAgain: () => void }) {
  const outbox = useInstance()?.outbox
  return (
    <div className="grid gap-3 text-sm text-muted">
      <p role="status">
        We sent a sign-in link to <strong className="font-medium wrap-anywhere text-text">{email}</strong>.
        The link expires in 15 minutes.
      </p>
      {outbox && (
        <p className="rounded-lg border border-line bg-raised px-3 py-2">
          Email isn't set up on this server. Open the{' '}
          <a href={urls.outbox} className="text-accent underline underline-offset-2">
            outbox
          </a>{' '}
          to get your link.
        </p>
      )}
      <p>Nothing after a minute? Check your spam folder.</p>
      <Button onClick={onAgain}>Send again</Button>
    </div>
  )
}
