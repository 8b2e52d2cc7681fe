import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { renderSVG } from 'uqr'
import { groupCharacters } from '#domain/identity/second-factor.ts'
import {
  CodeField,
  type CodeForm,
  type CodeFormOptions,
  CodeKindToggle,
  useCodeForm,
} from '#web/features/auth/code-form.tsx'
import { useUser } from '#web/features/auth/protected.tsx'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { useBrand } from '#web/lib/brand.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormDialog, type FormDialogProps } from '#web/ui/form-dialog.tsx'
import { toast, toastError } from '#web/ui/toast.tsx'
import { secondFactorQuery, useNewSecret } from './second-factor-queries.ts'

interface DialogProps {
  onClose: () => void
}

/** One of the dialogs that change two-factor authentication. */
export function SecondFactorDialog({ kind, onClose }: DialogProps & { kind: 'set-up' | 'codes' | 'off' }) {
  if (kind === 'set-up') return <SetUpDialog onClose={onClose} />
  if (kind === 'codes') return <RenewCodesDialog onClose={onClose} />
  return <TurnOffDialog onClose={onClose} />
}

/** Replaces the recovery codes after checking a current code. */
function RenewCodesDialog({ onClose }: DialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const form = useSecondFactorForm({
    send: (code) => call('POST /api/profile/second-factor/recovery-codes', { body: { code } }),
    onDone: ({ recoveryCodes }) => setCodes(recoveryCodes),
  })
  if (codes) return <RecoveryCodes title="New recovery codes" codes={codes} onClose={onClose} />
  return (
    <CodeDialog
      width="sm"
      title="New recovery codes"
      description="Your old codes will stop working. Enter a current code to continue."
      verb="Create new codes"
      form={form}
      onClose={onClose}
    />
  )
}

/** Turns two-factor authentication off after checking a current code. */
function TurnOffDialog({ onClose }: DialogProps) {
  const form = useSecondFactorForm({
    send: (code) => call('POST /api/profile/second-factor/turn-off', { body: { code } }),
    onDone: () => {
      toast({ title: '2FA off', description: "You'll sign in with just the emailed link." })
      onClose()
    },
  })
  return (
    <CodeDialog
      width="sm"
      title="Turn off two-factor authentication?"
      description="Anyone with access to your email will be able to sign in. To switch phones, turn it off and set it up again. Enter a current code to continue."
      verb="Turn off"
      danger
      form={form}
      onClose={onClose}
    />
  )
}

/** The data that depends on whether 2FA is on. */
const DEPENDENT_KEYS = ['/api/profile/sessions', '/api/auth/is-admin', '/api/organizations']

/** A form that changes 2FA with a code. */
function useSecondFactorForm<T>({ send, onDone, isAppOnly }: CodeFormOptions<T>) {
  const client = useQueryClient()
  return useCodeForm({
    send,
    isAppOnly,
    onDone: (result) => {
      onDone(result)
      void client.invalidateQueries(secondFactorQuery)
      for (const path of DEPENDENT_KEYS) void client.invalidateQueries({ queryKey: [path] })
    },
  })
}

interface CodeDialogProps
  extends Pick<FormDialogProps, 'title' | 'description' | 'width' | 'verb' | 'danger' | 'onClose'> {
  form: CodeForm
  /** Replaces the field and its toggle. */
  children?: ReactNode
}

function CodeDialog({ form, children, ...dialog }: CodeDialogProps) {
  return (
    <FormDialog {...dialog} pending={form.isBusy} pendingLabel="Checking..." onSubmit={form.submit}>
      {children ?? (
        <>
          <CodeField {...form.field} />
          <CodeKindToggle kind={form.kind} onChange={form.changeKind} />
        </>
      )}
    </FormDialog>
  )
}

interface RecoveryCodesProps extends DialogProps {
  title: string
  codes: readonly string[]
}

/** The only view of the recovery codes: the server stores hashes. */
function RecoveryCodes({ title, codes, onClose }: RecoveryCodesProps) {
  const { name } = useBrand()
  const text = `Recovery codes for your ${name} account. Each works once.\n\n${codes.join('\n')}\n`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Copied', description: 'Store these codes somewhere other than your phone.' })
    } catch {
      toastError('Error', "We couldn't copy the codes. Select them and copy by hand.")
    }
  }
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description="Save these recovery codes now. You won't see them again. Each one signs you in once when you don't have your phone."
      footer={
        <>
          <Button onClick={() => void copy()}>Copy</Button>
          <Button asChild>
            <a
              href={`data:text/plain,${encodeURIComponent(text)}`}
              download={`${name.toLowerCase()}-recovery-codes.txt`}
            >
              Download
            </a>
          </Button>
          <Button variant="primary" onClick={onClose}>
            I saved them
          </Button>
        </>
      }
    >
      <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-1.5 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="tabular-nums">
            {code}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Sets up 2FA: shows the secret, checks a code, then shows the recovery codes. */
function SetUpDialog({ onClose }: DialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { data, error } = useNewSecret()
  if (codes) return <RecoveryCodes title="Two-factor authentication is on" codes={codes} onClose={onClose} />
  if (data) return <ConfirmSecret {...data} onDone={setCodes} onClose={onClose} />
  if (data === null) return <SignInAgain onClose={onClose} />
  return (
    <Dialog onClose={onClose} title="Set up two-factor authentication">
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

interface ConfirmSecretProps extends DialogProps {
  secret: string
  uri: string
  onDone: (codes: readonly string[]) => void
}

function ConfirmSecret({ secret, uri, onDone, onClose }: ConfirmSecretProps) {
  const form = useSecondFactorForm({
    send: (code) => call('POST /api/profile/second-factor/confirm', { body: { code } }),
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
    isAppOnly: true,
  })
  return (
    <CodeDialog
      title="Set up two-factor authentication"
      description="Works with any authenticator app. Turning it on signs you out of all other sessions."
      verb="Turn on"
      form={form}
      onClose={onClose}
    >
      <ol className="grid gap-4 text-sm">
        <li>
          <p className="font-medium">1. Scan this with your app</p>
          <div className="mt-2 flex flex-wrap items-center gap-4">
            {/* Dark on light in both themes, with the quiet zone of four modules that readers need. */}
            <img
              alt="QR code for your authenticator app"
              src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { ecc: 'M', border: 4 }))}`}
              className="size-44 rounded-lg"
            />
            <div className="min-w-0 flex-1 basis-48">
              <p className="text-muted">Or enter this key:</p>
              <p className="mt-1 font-mono text-[13px] leading-6 wrap-anywhere">{groupCharacters(secret)}</p>
              <a href={uri} className="mt-2 inline-block text-accent underline underline-offset-2 md:hidden">
                Open the app on this phone
              </a>
            </div>
          </div>
        </li>
        <li className="max-w-72">
          <p className="mb-2 font-medium">2. Enter the code it shows</p>
          <CodeField {...form.field} />
        </li>
      </ol>
    </CodeDialog>
  )
}

/** Asks for a fresh sign-in, so that a stranger at an unlocked laptop can't lock the owner out. */
function SignInAgain({ onClose }: DialogProps) {
  const { email } = useUser()
  const send = useMutation({
    mutationFn: () => call('POST /api/auth/request-magic-link', { body: { email } }),
  })
  if (send.isSuccess) {
    return (
      <Dialog onClose={onClose} title="Check your email" footer={<Button onClick={onClose}>Close</Button>}>
        <p className="text-sm text-muted" role="status">
          Open the link we sent to {email} in this browser, then come back to your profile within 10 minutes.
        </p>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title="Sign in again first"
      verb="Send magic link"
      pending={send.isPending}
      pendingLabel="Sending..."
      error={send.error && messageOf(send.error, 'Failed to send magic link. Please try again.')}
      onClose={onClose}
      onSubmit={() => send.mutate()}
    >
      <p className="text-sm text-muted">
        For your security, set up 2FA within 10 minutes of signing in. We'll email you a new link.
      </p>
    </FormDialog>
  )
}
