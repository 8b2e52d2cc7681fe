import { useState } from 'react'
import { CodeField, CodeKindToggle } from '#web/features/auth/code-field.tsx'
import { useCodeForm } from '#web/features/auth/use-code-form.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { renewCodes, turnOff, useRefreshSecondFactor } from './second-factor-queries.ts'

const FALLBACK = "We couldn't check the code. Try again."

/** Replaces the recovery codes after checking a current code. */
export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const changed = useRefreshSecondFactor()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const form = useCodeForm({
    send: renewCodes,
    onDone: ({ recoveryCodes }) => {
      setCodes(recoveryCodes)
      void changed()
    },
    fallback: FALLBACK,
  })
  if (codes) return <RecoveryCodes title="New recovery codes" codes={codes} onClose={onClose} />
  return (
    <CodeDialog
      title="New recovery codes"
      description="Your old codes will stop working. Enter a current code to continue."
      verb="Create new codes"
      form={form}
      onClose={onClose}
    />
  )
}

/** Turns two-factor authentication off after checking a current code. */
export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const changed = useRefreshSecondFactor()
  const form = useCodeForm({
    send: turnOff,
    onDone: () => {
      toast({ title: '2FA off', description: 'You sign in with the emailed link alone.' })
      onClose()
      void changed()
    },
    fallback: FALLBACK,
  })
  return (
    <CodeDialog
      title="Turn off two-factor authentication?"
      description="Anyone with access to your email will be able to sign in. To switch phones, turn it off and set it up again. Enter a current code to continue."
      verb="Turn off"
      danger
      form={form}
      onClose={onClose}
    />
  )
}

interface CodeDialogProps {
  title: string
  description: string
  verb: string
  danger?: boolean
  form: Pick<ReturnType<typeof useCodeForm>, 'field' | 'kind' | 'change' | 'submit'> & {
    sending: { isPending: boolean }
  }
  onClose: () => void
}

function CodeDialog({ title, description, verb, danger = false, form, onClose }: CodeDialogProps) {
  return (
    <FormDialog
      title={title}
      description={description}
      width="sm"
      verb={verb}
      danger={danger}
      pending={form.sending.isPending}
      pendingLabel="Checking..."
      onClose={onClose}
      onSubmit={form.submit}
    >
      <CodeField {...form.field} />
      <CodeKindToggle kind={form.kind} onChange={form.change} />
    </FormDialog>
  )
}
