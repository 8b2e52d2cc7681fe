import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Reach } from '#contract/erasure.ts'
import type * as contract from '#contract/privacy-requests.ts'
import type { KeptOut } from '#contract/privacy-requests.ts'
import { reachErrorOf, reachOf } from '#web/features/data/reach.ts'
import { call } from '#web/lib/api.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'
import { formatMoment } from '#web/lib/format.ts'
import { route } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.tsx'

const check = route<typeof contract.checkKeptOut>('POST', '/api/admin/suppressions/check')
const lift = route<typeof contract.letInAgain>('POST', '/api/admin/suppressions/lift')

/** Whom privacy requests keep out of every organization: hashes alone, so an address or number is typed to look. */
export function KeptOutSection() {
  const [typed, setTyped] = useState('')
  const look = useMutation({ mutationFn: (reach: Reach) => call(check, { body: reach }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim()) look.mutate(reachOf(typed.trim()))
  }
  return (
    <Card role="region" aria-labelledby="kept-out" className="mt-6 p-4">
      <h2 id="kept-out" className="text-base">
        Kept out everywhere
      </h2>
      <p className="mt-1 max-w-2xl text-sm text-muted">
        Whom a request erased or marked can be added by no organization. Only hashes are kept: type an address
        or number to look, and let it in again where that was a mistake.
      </p>
      <form noValidate onSubmit={submit} className="mt-3 flex flex-wrap items-end gap-2">
        <Field
          label="E-mail address or phone number"
          error={reachErrorOf(look.error)}
          className="min-w-0 flex-1 basis-64"
        >
          <Input
            autoComplete="off"
            maxLength={320}
            value={typed}
            onChange={(event) => {
              look.reset()
              setTyped(event.target.value)
            }}
          />
        </Field>
        <Button type="submit" pending={look.isPending} pendingLabel="Looking...">
          Check
        </Button>
      </form>
      <p role="status" className="mt-2 text-[13px] text-muted empty:hidden">
        {look.isSuccess && resultOf(look.data.keptOut)}
      </p>
      {look.data?.keptOut && (
        <LetIn
          reach={reachOf(typed.trim())}
          onDone={() => {
            look.reset()
            setTyped('')
          }}
        />
      )}
    </Card>
  )
}

function resultOf(found: KeptOut | null): string {
  return found
    ? `Kept out since ${formatMoment(found.createdAt)}. The reason to let it in again stands in the audit log; name no person in it.`
    : 'Not kept out: organizations can add it.'
}

function LetIn({ reach, onDone }: { reach: Reach; onDone: () => void }) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const letIn = useMutation({
    mutationFn: () => call(lift, { body: { ...reach, reason } }),
    onSuccess: () => {
      toast({ title: 'Let in again', description: 'Organizations can add this person from now on.' })
      onDone()
    },
  })
  const refusal = letIn.error
    ? (fieldErrorsOf(letIn.error).reason ?? messageOf(letIn.error, 'That did not work. Please try again.'))
    : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim()) letIn.mutate()
    else setMissing(true)
  }
  return (
    <form noValidate onSubmit={submit} className="mt-3 flex flex-wrap items-end gap-2">
      <Field
        label="Reason"
        required
        error={missing ? 'Say why' : refusal}
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
      <Button type="submit" variant="danger-quiet" pending={letIn.isPending} pendingLabel="Saving...">
        Let in again
      </Button>
    </form>
  )
}
