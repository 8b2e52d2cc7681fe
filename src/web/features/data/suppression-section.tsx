import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Suppression } from '#contract/erasure.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatMoment, formatQuantity } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Select } from '#web/ui/select.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { contactPointErrorOf, toContactPoint } from './contact-point.ts'
import {
  type RemovalReason,
  suppressionPages,
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
  'do-not-contact': 'Asked not to be contacted, then deleted',
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
export function SuppressionSection({ organizationId }: { organizationId: string }) {
  const list = useInfiniteQuery(suppressionPages(organizationId))
  const [removing, setRemoving] = useState<string | null>(null)
  // A removal resets the form, whose check result is out of date then.
  const [removals, setRemovals] = useState(0)
  const entries = list.data?.pages.flatMap((page) => page.suppressions) ?? []
  const total = list.data?.pages[0]?.total
  return (
    <Card role="region" aria-labelledby="suppression-heading" className="p-4">
      <h2 id="suppression-heading" className="text-base">
        Suppression list
      </h2>
      <p className="mt-1 max-w-2xl text-sm text-muted">
        People on this list can't be added or imported. Names aren't stored; enter an email or phone number to
        check.
      </p>
      <ContactPointForm key={removals} organizationId={organizationId} onRemove={setRemoving} />
      {total !== undefined && (
        <p className="mt-4 text-[13px] text-dim tabular-nums">{formatQuantity(total, 'entry', 'entries')}</p>
      )}
      {list.isPending && <Skeleton className="mt-4 h-12 w-full" />}
      {list.isError && entries.length === 0 && (
        <LoadError query={list} text="We couldn't load the list." className="mt-4" />
      )}
      <ul aria-label="Suppression list" className="divide-y divide-line/60">
        {entries.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
            <div className="mr-auto min-w-0">
              <p className="text-sm">{entry.kinds.map((kind) => KINDS[kind]).join(', ')}</p>
              <p className="text-[13px] text-muted tabular-nums">
                {REASONS[entry.reason] ?? entry.reason} · {formatMoment(entry.createdAt)}
              </p>
            </div>
            <Button size="sm" className="max-md:h-11" onClick={() => setRemoving(entry.id)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <ShowMore list={list} size="sm" className="max-md:h-11" />
      {removing && (
        <RemoveDialog
          organizationId={organizationId}
          id={removing}
          onClose={() => setRemoving(null)}
          onRemoved={() => setRemovals((count) => count + 1)}
        />
      )}
    </Card>
  )
}

interface ContactPointFormProps {
  organizationId: string
  onRemove: (id: string) => void
}

function ContactPointForm({ organizationId, onRemove }: ContactPointFormProps) {
  const [typed, setTyped] = useState('')
  const add = useAddSuppression(organizationId)
  const check = useCheckSuppression(organizationId)
  const found = check.data?.suppression
  const error = contactPointErrorOf(add.error ?? check.error)
  const reset = () => {
    add.reset()
    check.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reset()
    if (typed.trim()) add.mutate(toContactPoint(typed.trim()), { onSuccess: () => setTyped('') })
  }
  return (
    <form noValidate onSubmit={submit} className="mt-3">
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Email address or phone number" error={error} className="min-w-0 flex-1 basis-64">
          <Input
            autoComplete="off"
            maxLength={320}
            value={typed}
            onChange={(event) => {
              reset()
              setTyped(event.target.value)
            }}
          />
        </Field>
        <Button
          pending={check.isPending}
          onClick={() => {
            reset()
            if (typed.trim()) check.mutate(toContactPoint(typed.trim()))
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
        {check.isSuccess && (found ? "It's on the list." : "It isn't on the list by itself.")}{' '}
        {found && (
          <button type="button" className="underline underline-offset-2" onClick={() => onRemove(found.id)}>
            Remove it
          </button>
        )}
      </p>
    </form>
  )
}

interface RemoveDialogProps {
  organizationId: string
  id: string
  onClose: () => void
  onRemoved: () => void
}

function RemoveDialog({ organizationId, id, onClose, onRemoved }: RemoveDialogProps) {
  const [reason, setReason] = useState<RemovalReason>('mistake')
  const remove = useRemoveSuppression(organizationId)
  const onSuccess = () => {
    onRemoved()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Remove this entry?"
      description="The person can be added and imported again, unless a privacy request blocks them everywhere. The audit log records the reason."
      footer={
        <>
          <Button disabled={remove.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            pending={remove.isPending}
            pendingLabel="Removing..."
            onClick={() => remove.mutate({ suppressionId: id, reason }, { onSuccess })}
          >
            Remove from the list
          </Button>
        </>
      }
    >
      <Field
        label="Reason"
        error={remove.error ? messageOf(remove.error, "That didn't work. Try again.") : undefined}
      >
        <Select
          options={REMOVALS}
          value={reason}
          onChange={(event) =>
            setReason(REMOVALS.find(({ value }) => value === event.target.value)?.value ?? 'other')
          }
        />
      </Field>
    </Dialog>
  )
}
