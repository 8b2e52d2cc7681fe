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
  person: 'Name with address or number',
  email: 'E-mail address',
  phone: 'Phone number',
}
const REASONS: Record<string, string> = {
  'do-not-contact': 'Asked not to be contacted, then deleted',
  deleted: 'Deleted and never to be imported again',
  'added-by-hand': 'Added by hand',
  'privacy-request': 'Privacy request',
}
const REMOVALS: { value: RemovalReason; label: string }[] = [
  { value: 'mistake', label: 'It was put here by mistake' },
  { value: 'consented', label: 'The person agreed to be contacted' },
  { value: 'other', label: 'Another reason' },
]

/** Who must not come back by an import: only hashes are kept, so the list shows no names; who knows one can check it. */
export function SuppressionSection({ organizationId }: { organizationId: string }) {
  const list = useInfiniteQuery(suppressionPages(organizationId))
  const [removing, setRemoving] = useState<string | null>(null)
  // What a check has found is over with a removal: the form begins anew.
  const [removals, setRemovals] = useState(0)
  const entries = list.data?.pages.flatMap((page) => page.suppressions) ?? []
  const total = list.data?.pages[0]?.total
  return (
    <Card role="region" aria-labelledby="suppression-heading" className="p-4">
      <h2 id="suppression-heading" className="text-base">
        Suppression list
      </h2>
      <p className="mt-1 max-w-2xl text-sm text-muted">
        Whoever is on it can neither be added nor imported. Only hashes are kept, so no names are shown: type
        an address or number to see whether it is here.
      </p>
      <ContactPointForm key={removals} organizationId={organizationId} onRemove={setRemoving} />
      {total !== undefined && (
        <p className="mt-4 text-[13px] text-dim tabular-nums">{formatQuantity(total, 'entry', 'entries')}</p>
      )}
      {list.isPending && <Skeleton className="mt-4 h-12 w-full" />}
      {list.isError && entries.length === 0 && (
        <p role="alert" className="mt-4 text-sm text-red">
          {messageOf(list.error, 'The list could not be loaded.')}{' '}
          <button type="button" className="underline underline-offset-2" onClick={() => void list.refetch()}>
            Try again
          </button>
        </p>
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
        <Field label="E-mail address or phone number" error={error} className="min-w-0 flex-1 basis-64">
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
        {check.isSuccess && (found ? 'It is on the list.' : 'It is not on the list by itself.')}{' '}
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
      title="Take this entry off the list?"
      description="The person can be added and imported again, unless a privacy request keeps them out of every organization. The reason is kept in the audit log."
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
        error={remove.error ? messageOf(remove.error, 'That did not work. Please try again.') : undefined}
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
