import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/form.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { toast, toastError } from '#web/ui/toast.tsx'
import { useCreateToken } from './scim-queries.ts'

interface TokenDialogProps {
  /** Replaces a token that the identity provider uses. */
  isRotation: boolean
  onClose: () => void
}

/** Creates a token and shows it, which is possible only once: the server stores its hash. */
export function TokenDialog({ isRotation, onClose }: TokenDialogProps) {
  const create = useCreateToken()
  if (create.data) return <NewToken token={create.data.token} onClose={onClose} />
  return (
    <AlertDialog
      onClose={onClose}
      destructive={isRotation}
      title={isRotation ? 'Rotate the token?' : 'Create a token?'}
      description={
        isRotation
          ? 'The current token stops working at once. Enter the new one at your identity provider right away.'
          : 'With this token, your identity provider can add, change and remove people on your team.'
      }
      confirmLabel={isRotation ? 'Rotate token' : 'Create token'}
      pendingLabel="Creating..."
      pending={create.isPending}
      onConfirm={() => create.mutate()}
    />
  )
}

function NewToken({ token, onClose }: { token: string; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token)
      toast({ title: 'Copied', description: 'Paste the token at your identity provider.' })
    } catch {
      toastError('Error', "We couldn't copy the token. Select it and copy by hand.")
    }
  }
  return (
    <Dialog
      onClose={onClose}
      title="Your new token"
      description="Copy this token now. You won't see it again."
      footer={
        <>
          <Button onClick={() => void copy()}>Copy token</Button>
          <Button variant="primary" onClick={onClose}>
            I saved it
          </Button>
        </>
      }
    >
      <Field label="Token">
        <Input readOnly value={token} onFocus={({ target }) => target.select()} className="font-mono" />
      </Field>
    </Dialog>
  )
}
