import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ContactPointInput } from '#contract/erasure.ts'
import type { InstanceSuppression } from '#contract/privacy-requests.ts'
import { contactPointErrorOf, toContactPoint } from '#web/features/data/data-queries.ts'
import { call } from '#web/lib/api.ts'
import { fieldErrorOf } from '#web/lib/api-error.ts'
import { formatMoment } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { Field, type FieldProps, Input, type InputProps } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'

/** People that privacy requests block in every organization. Stored as hashes, so an email or phone has to be typed. */
export function GlobalSuppressionSection() {
  const [typed, setTyped] = useState('')
  const contactPoint = toContactPoint(typed.trim())
  const check = useMutation({
    mutationFn: () => call('POST /api/admin/suppressions/check', { body: contactPoint }),
  })
  const type = (text: string) => {
    check.reset()
    setTyped(text)
  }
  return (
    <Panel
      title="Global suppression list"
      text="People on this list were erased or marked as do not contact after a privacy request. No organization can add them. Names aren't stored, so enter an email or phone number to check. Remove it if it was added by mistake."
      className="mt-6"
    >
      <LineForm
        label="Email address or phone number"
        error={contactPointErrorOf(check.error)}
        maxLength={320}
        value={typed}
        onType={type}
        onSubmit={() => typed.trim() && check.mutate()}
      >
        <Button type="submit" pending={check.isPending} pendingLabel="Checking...">
          Check
        </Button>
      </LineForm>
      <p role="status" className="mt-2 text-[13px] text-muted empty:hidden">
        {check.data && resultText(check.data.keptOut)}
      </p>
      {check.data?.keptOut && <LiftSuppressionForm contactPoint={contactPoint} onDone={() => type('')} />}
    </Panel>
  )
}

function resultText(suppression: InstanceSuppression | null): string {
  return suppression
    ? `On the list since ${formatMoment(suppression.createdAt)}. Your reason for removing it goes in the audit log, so leave out the person's name.`
    : 'Not on the list. Organizations can add it.'
}

interface LiftSuppressionFormProps {
  contactPoint: ContactPointInput
  onDone: () => void
}

function LiftSuppressionForm({ contactPoint, onDone }: LiftSuppressionFormProps) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const removal = useMutation({
    mutationFn: () => call('POST /api/admin/suppressions/lift', { body: { ...contactPoint, reason } }),
    onSuccess: () => {
      toast({ title: 'Removed from the list', description: 'Organizations can add this person again.' })
      onDone()
    },
  })
  const failure = fieldErrorOf(removal.error, 'reason', "That didn't work. Try again.")
  return (
    <LineForm
      label="Reason"
      required
      error={missing ? 'Enter a reason' : failure}
      maxLength={500}
      value={reason}
      onType={(text) => {
        setMissing(false)
        setReason(text)
      }}
      onSubmit={() => (reason.trim() ? removal.mutate() : setMissing(true))}
    >
      <Button type="submit" variant="danger-quiet" pending={removal.isPending} pendingLabel="Removing...">
        Remove
      </Button>
    </LineForm>
  )
}

interface LineFormProps
  extends Pick<FieldProps, 'label' | 'error' | 'required'>,
    Pick<InputProps, 'maxLength' | 'value'> {
  onType: (text: string) => void
  onSubmit: () => void
  /** The button. */
  children: ReactNode
}

/** A form with one field and its button on one line. */
function LineForm({ label, error, required, onType, onSubmit, children, ...input }: LineFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      className="mt-3 flex flex-wrap items-end gap-2"
    >
      <Field label={label} required={required} error={error} className="min-w-0 flex-1 basis-64">
        <Input autoComplete="off" {...input} onValue={onType} />
      </Field>
      {children}
    </form>
  )
}
