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

/** People whom privacy requests block in every organization. They are stored as hashes, so the operator enters an email or phone number. */
export function GlobalSuppressionSection() {
  const [input, setInput] = useState('')
  const contactPoint = toContactPoint(input.trim())
  const check = useMutation({
    mutationFn: () => call('POST /api/admin/suppressions/check', { body: contactPoint }),
  })
  const changeInput = (text: string) => {
    check.reset()
    setInput(text)
  }
  return (
    <Panel
      title="Global suppression list"
      text="People on this list had their data erased or were marked as do not contact after a privacy request. No organization can add them. Names aren't stored, so check by email address or phone number. You can remove an entry that was added by mistake."
      className="mt-6"
    >
      <InlineForm
        label="Email address or phone number"
        error={contactPointErrorOf(check.error)}
        maxLength={320}
        value={input}
        onInput={changeInput}
        onSubmit={() => input.trim() && check.mutate()}
      >
        <Button type="submit" pending={check.isPending} pendingLabel="Checking...">
          Check
        </Button>
      </InlineForm>
      <p role="status" className="mt-2 text-[13px] text-muted empty:hidden">
        {check.data && resultText(check.data.keptOut)}
      </p>
      {check.data?.keptOut && (
        <LiftSuppressionForm contactPoint={contactPoint} onDone={() => changeInput('')} />
      )}
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
  const [isReasonMissing, setIsReasonMissing] = useState(false)
  const removal = useMutation({
    mutationFn: () => call('POST /api/admin/suppressions/lift', { body: { ...contactPoint, reason } }),
    onSuccess: () => {
      toast({ title: 'Removed from the list', description: 'Organizations can add this person again.' })
      onDone()
    },
  })
  const failure = fieldErrorOf(removal.error, 'reason', "That didn't work. Try again.")
  return (
    <InlineForm
      label="Reason"
      required
      error={isReasonMissing ? 'Enter a reason' : failure}
      maxLength={500}
      value={reason}
      onInput={(text) => {
        setIsReasonMissing(false)
        setReason(text)
      }}
      onSubmit={() => (reason.trim() ? removal.mutate() : setIsReasonMissing(true))}
    >
      <Button type="submit" variant="danger-quiet" pending={removal.isPending} pendingLabel="Removing...">
        Remove
      </Button>
    </InlineForm>
  )
}

interface InlineFormProps
  extends Pick<FieldProps, 'label' | 'error' | 'required'>,
    Pick<InputProps, 'maxLength' | 'value'> {
  onInput: (text: string) => void
  onSubmit: () => void
  /** The button. */
  children: ReactNode
}

/** A form with one field and its button on one line. */
function InlineForm({ label, error, required, onInput, onSubmit, children, ...input }: InlineFormProps) {
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
        <Input autoComplete="off" {...input} onValue={onInput} />
      </Field>
      {children}
    </form>
  )
}
