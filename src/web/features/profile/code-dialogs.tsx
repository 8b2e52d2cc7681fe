import { useState } from 'react'
import { CodeField, CodeKindToggle } from '#web/features/auth/code-field.tsx'
import { useCodeForm } from '#web/features/auth/use-code-form.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { renewCodes, turnOff, useRefreshSecondFactor } from './second-factor-queries.ts'

const FALLBACK = 'The code could not be checked. Please try again.'

/** New recovery codes for a current code. */
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
      description="Those you have stop working. Enter a current code to go on."
      verb="Make new codes"
      form={form}
      onClose={onClose}
    />
  )
}

/** The end of the second factor, for a current code. */
export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const changed = useRefreshSecondFactor()
  const form = useCodeForm({
    send: turnOff,
    onDone: () => {
      toast({ title: 'Second factor off', description: 'The mailed link alone signs you in.' })
      onClose()
      void changed()
    },
    fallback: FALLBACK,
  })
  return (
    <CodeDialog
      title="Turn the second factor off?"
      description="From then on whoever reads your mail can sign in. To change to another phone, turn it off and set it up again. Enter a current code to go on."
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
