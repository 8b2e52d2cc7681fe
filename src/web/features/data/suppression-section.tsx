import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Suppression } from '#contract/erasure.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { formatMoment, formatQuantity } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { Field, Input, Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { PagedItems } from '#web/ui/loaded.tsx'
import {
  contactPointErrorOf,
  type RemovalReason,
  suppressionPages,
  toContactPoint,
  useAddSuppression,
  useCheckSuppression,
  useRemoveSuppression,
} from './data-queries.ts'

const KINDS: Record<Suppression['kinds'][number], string> = {
  person: 'Name with email or phone',
  email: 'Email address',
  phone: 'Phone number',
}
const REASONS: Record<string, string> = {
  'do-not-contact': 'Do not contact, then deleted',
  deleted: 'Deleted and blocked from import',
  'added-by-hand': 'Added manually',
  'privacy-request': 'Privacy request',
}
const REMOVALS: { value: RemovalReason; label: string }[] = [
  { value: 'mistake', label: 'Added by mistake' },
  { value: 'consented', label: 'The person agreed to be contacted' },
  { value: 'other', label: 'Another reason' },
]

/** People who can't be added or imported again. The list has no names because only hashes are stored. */
export function SuppressionSection() {
  const list = useInfiniteQuery(suppressionPages(useMember().organizationId))
  const [removingId, setRemovingId] = useState<string | null>(null)
  // A removal resets the form, because its check result is out of date.
  const [removals, setRemovals] = useState(0)
  const total = list.data?.pages[0]?.total
  return (
    <Panel
      title="Suppression list"
      text="People on this list can't be added or imported. Names aren't stored, so enter an email or phone number to check."
    >
      <ContactPointForm key={removals} onRemove={setRemovingId} />
      {total !== undefined && (
        <p className="mt-4 text-[13px] text-dim tabular-nums">{formatQuantity(total, 'entry', 'entries')}</p>
      )}
      <PagedItems isCompact list={list} listName="the entries" label="Suppression list">
        {({ id, kinds, reason, createdAt }) => (
          <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
            <div className="mr-auto min-w-0">
              <p className="text-sm">{kinds.map((kind) => KINDS[kind]).join(', ')}</p>
              <p className="text-[13px] text-muted tabular-nums">
                {REASONS[reason] ?? reason} · {formatMoment(createdAt)}
              </p>
            </div>
            <Button size="row" onClick={() => setRemovingId(id)}>
              Remove
            </Button>
          </li>
        )}
      </PagedItems>
      {removingId && (
        <RemoveDialog
          id={removingId}
          onClose={() => setRemovingId(null)}
          onRemoved={() => setRemovals((count) => count + 1)}
        />
      )}
    </Panel>
  )
}

function ContactPointForm({ onRemove }: { onRemove: (id: string) => void }) {
  const [input, setInput] = useState('')
  const add = useAddSuppression()
  const check = useCheckSuppression()
  const entry = check.data?.suppression
  const reset = () => {
    add.reset()
    check.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reset()
    if (input.trim()) add.mutate(toContactPoint(input.trim()), { onSuccess: () => setInput('') })
  }
  return (
    <form noValidate onSubmit={submit} className="mt-3">
      <div className="flex flex-wrap items-end gap-2">
        <Field
          label="Email address or phone number"
          error={contactPointErrorOf(add.error ?? check.error)}
          className="min-w-0 flex-1 basis-64"
        >
          <Input
            autoComplete="off"
            maxLength={320}
            value={input}
            onValue={(value) => {
              reset()
              setInput(value)
            }}
          />
        </Field>
        <Button
          pending={check.isPending}
          onClick={() => {
            reset()
            if (input.trim()) check.mutate(toContactPoint(input.trim()))
          }}
        >
          Check
        </Button>
        <Button type="submit" variant="primary" pending={add.isPending} pendingLabel="Adding...">
          Add
        </Button>
      </div>
      <p role="status" className="mt-2 text-[13px] text-muted empty:hidden">
        {add.isSuccess && 'Added to the list.'}
        {check.isSuccess &&
          (entry
            ? "It's on the list."
            : 'Not on the list. It could still be blocked if it was added with a name.')}{' '}
        {entry && (
          <button type="button" className="underline underline-offset-2" onClick={() => onRemove(entry.id)}>
            Remove from the list
          </button>
        )}
      </p>
    </form>
  )
}

interface RemoveDialogProps {
  id: string
  onClose: () => void
  onRemoved: () => void
}

function RemoveDialog({ id, onClose, onRemoved }: RemoveDialogProps) {
  const [reason, setReason] = useState<RemovalReason>('mistake')
  const remove = useRemoveSuppression()
  const onSuccess = () => {
    onRemoved()
    onClose()
  }
  return (
    <FormDialog
      title="Remove this entry?"
      description="The person can be added and imported again, unless a privacy request blocks them everywhere. The audit log records the reason."
      verb="Remove from the list"
      danger
      pending={remove.isPending}
      pendingLabel="Removing..."
      error={remove.error}
      onClose={onClose}
      onSubmit={() => remove.mutate({ suppressionId: id, reason }, { onSuccess })}
    >
      <Field label="Reason">
        <Select options={REMOVALS} value={reason} onValue={setReason} />
      </Field>
    </FormDialog>
  )
}
