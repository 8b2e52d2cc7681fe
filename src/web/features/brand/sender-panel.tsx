import { type FormEvent, useState } from 'react'
import type { BrandSettings, SenderRecord } from '#contract/brand.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'
import { formatMoment } from '#web/lib/format.ts'
import { Badge, type BadgeProps } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { Field, Input } from '#web/ui/form.tsx'
import { useCheckSender, useRemoveSender, useSetSender } from './brand-queries.ts'

/** The address that emails come from, and the DNS records that make it work. */
export function SenderPanel({ settings }: { settings: BrandSettings }) {
  const { sender, isIncluded } = settings
  return (
    <Panel
      title="Sender address"
      aside={
        sender && (
          <Badge tone={sender.isUsed ? 'green' : 'yellow'}>{sender.isUsed ? 'In use' : 'Not ready'}</Badge>
        )
      }
      text="Emails come from this address once its three DNS records are in place. Until then they come from ours, with your name."
    >
      {sender ? (
        <SenderRecords sender={sender} isIncluded={isIncluded} />
      ) : (
        <SenderForm isIncluded={isIncluded} />
      )}
    </Panel>
  )
}

function SenderForm({ isIncluded }: { isIncluded: boolean }) {
  const [address, setAddress] = useState('')
  const set = useSetSender()
  const fieldError = fieldErrorsOf(set.error).address
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate(address)
  }
  return (
    <form onSubmit={submit} className="mt-3 flex max-w-xl flex-wrap items-end gap-2">
      <Field
        label="Email address"
        className="min-w-56 flex-1 max-md:basis-full"
        error={
          fieldError ??
          (set.error ? messageOf(set.error, "We couldn't set the address. Try again.") : undefined)
        }
      >
        <Input
          type="email"
          value={address}
          onValue={setAddress}
          maxLength={254}
          autoComplete="off"
          inputMode="email"
          placeholder="hello@elmrealty.example"
          disabled={!isIncluded}
        />
      </Field>
      <Button
        type="submit"
        pending={set.isPending}
        pendingLabel="Checking..."
        disabled={!isIncluded || address.trim() === ''}
      >
        Set address
      </Button>
    </form>
  )
}

type Sender = NonNullable<BrandSettings['sender']>

function SenderRecords({ sender, isIncluded }: { sender: Sender; isIncluded: boolean }) {
  const check = useCheckSender()
  const remove = useRemoveSender()
  return (
    <div className="mt-3 grid gap-3">
      <p className="text-sm font-medium wrap-anywhere">{sender.address}</p>
      {!sender.isUsed && (
        <p className="text-sm text-muted">
          Add these TXT records where you manage your domain, then check again. If you already have an SPF or
          DMARC record, keep it and only add what's missing.
        </p>
      )}
      <ul aria-label="DNS records" className="grid gap-3">
        {sender.records.map((record) => (
          <RecordItem key={record.kind} record={record} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          disabled={!isIncluded}
          pending={check.isPending}
          pendingLabel="Checking..."
          onClick={() => check.mutate()}
        >
          Check again
        </Button>
        <Button variant="ghost" pending={remove.isPending} onClick={() => remove.mutate()}>
          Remove address
        </Button>
        {sender.checkedAt && (
          <span className="text-[13px] text-muted">Checked {formatMoment(sender.checkedAt)}</span>
        )}
      </div>
    </div>
  )
}

const STATES: Readonly<
  Record<NonNullable<SenderRecord['state']>, { label: string; tone: BadgeProps['tone'] }>
> = {
  ok: { label: 'Found', tone: 'green' },
  missing: { label: 'Missing', tone: 'yellow' },
  wrong: { label: 'Wrong value', tone: 'red' },
  unknown: { label: "Couldn't check", tone: 'neutral' },
}
const KINDS: Readonly<Record<SenderRecord['kind'], string>> = { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' }

function RecordItem({ record: { kind, state, name, value } }: { record: SenderRecord }) {
  const { label, tone } = state ? STATES[state] : { label: 'Not checked', tone: 'neutral' as const }
  return (
    <li className="grid gap-1.5 rounded-lg border border-line p-3 text-[13px]">
      <p className="flex items-center gap-2 text-sm font-medium">
        {KINDS[kind]} <Badge tone={tone}>{label}</Badge>
      </p>
      <dl className="grid gap-1">
        <dt className="text-muted">Name</dt>
        <dd className="figures wrap-anywhere">{name}</dd>
        <dt className="text-muted">Value</dt>
        <dd className="figures wrap-anywhere">{value}</dd>
      </dl>
    </li>
  )
}
