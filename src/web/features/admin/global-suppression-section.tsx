import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ContactPointInput } from '#contract/erasure.ts'
import type * as contract from '#contract/privacy-requests.ts'
import type { InstanceSuppression } from '#contract/privacy-requests.ts'
import { contactPointErrorOf, toContactPoint } from '#web/features/data/contact-point.ts'
import { call } from '#web/lib/api.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'
import { formatMoment } from '#web/lib/format.ts'
import { route } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.tsx'

const checkSuppression = route<typeof contract.checkInstanceSuppression>(
  'POST',
  '/api/admin/suppressions/check',
)
const liftSuppression = route<typeof contract.liftInstanceSuppression>('POST', '/api/admin/suppressions/lift')

/** People that privacy requests block in every organization. Stored as hashes, so an email or phone has to be typed. */
export function GlobalSuppressionSection() {
  const [typed, setTyped] = useState('')
  const suppressionCheck = useMutation({
    mutationFn: (contactPoint: ContactPointInput) => call(checkSuppression, { body: contactPoint }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim()) suppressionCheck.mutate(toContactPoint(typed.trim()))
  }
  return (
    <Card role="region" aria-labelledby="kept-out" className="mt-6 p-4">
      <h2 id="kept-out" className="text-base">
        Global suppression list
      </h2>
      <p className="mt-1 max-w-2xl text-sm text-muted">
        No organization can add people that a privacy request erased or marked. Names aren't stored; enter an
        email or phone number to check, and remove it if it was added by mistake.
      </p>
      <form noValidate onSubmit={submit} className="mt-3 flex flex-wrap items-end gap-2">
        <Field
          label="Email address or phone number"
          error={contactPointErrorOf(suppressionCheck.error)}
          className="min-w-0 flex-1 basis-64"
        >
          <Input
            autoComplete="off"
            maxLength={320}
            value={typed}
            onChange={(event) => {
              suppressionCheck.reset()
              setTyped(event.target.value)
            }}
          />
        </Field>
        <Button type="submit" pending={suppressionCheck.isPending} pendingLabel="Checking...">
          Check
        </Button>
      </form>
      <p role="status" className="mt-2 text-[13px] text-muted empty:hidden">
        {suppressionCheck.isSuccess && resultText(suppressionCheck.data.keptOut)}
      </p>
      {suppressionCheck.data?.keptOut && (
        <LiftSuppressionForm
          contactPoint={toContactPoint(typed.trim())}
          onDone={() => {
            suppressionCheck.reset()
            setTyped('')
          }}
        />
      )}
    </Card>
  )
}

function resultText(suppression: InstanceSuppression | null): string {
  return suppression
    ? `On the list since ${formatMoment(suppression.createdAt)}. The audit log records your reason for removing it; don't name the person.`
    : 'Not on the list: organizations can add it.'
}

function LiftSuppressionForm({
  contactPoint,
  onDone,
}: {
  contactPoint: ContactPointInput
  onDone: () => void
}) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const removal = useMutation({
    mutationFn: () => call(liftSuppression, { body: { ...contactPoint, reason } }),
    onSuccess: () => {
      toast({ title: 'Removed from the list', description: 'Organizations can add this person again.' })
      onDone()
    },
  })
  const refusal = removal.error
    ? (fieldErrorsOf(removal.error).reason ?? messageOf(removal.error, "That didn't work. Try again."))
    : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim()) removal.mutate()
    else setMissing(true)
  }
  return (
    <form noValidate onSubmit={submit} className="mt-3 flex flex-wrap items-end gap-2">
      <Field
        label="Reason"
        required
        error={missing ? 'Enter a reason' : refusal}
        className="min-w-0 flex-1 basis-64"
      >
        <Input
          autoComplete="off"
          maxLength={500}
          value={reason}
          onChange={(event) => {
            setMissing(false)
            setReason(event.target.value)
          }}
        />
      </Field>
      <Button type="submit" variant="danger-quiet" pending={removal.isPending} pendingLabel="Saving...">
        Remove
      </Button>
    </form>
  )
}
