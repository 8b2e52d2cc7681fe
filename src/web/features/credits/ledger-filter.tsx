import { X } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { OPERATIONS } from './ledger-texts.ts'
import type { useLedgerUrlState } from './use-ledger-url-state.ts'

/** Filters the ledger by operation, dates and contact. */
export function LedgerFilter({ filter, isFiltered, set, clear }: ReturnType<typeof useLedgerUrlState>) {
  const { operation, from, to, contactId } = filter
  const isBackwards = from !== undefined && to !== undefined && from > to
  return (
    <search
      aria-label="Ledger"
      className="mt-3 mb-4 flex flex-wrap items-start gap-3 max-sm:grid max-sm:grid-cols-2"
    >
      <Field label="Operation" className="w-44 max-sm:col-span-2 max-sm:w-full">
        <Select
          placeholder="All"
          options={OPERATIONS}
          value={operation ?? ''}
          onChange={(event) => set('operation', event.target.value)}
        />
      </Field>
      <Field label="From" className="w-40 max-sm:w-full">
        <Input
          type="date"
          max={to}
          value={from ?? ''}
          onChange={(event) => set('from', event.target.value)}
        />
      </Field>
      <Field
        label="To"
        className="w-40 max-sm:w-full"
        {...(isBackwards && { error: 'Choose a date on or after the From date.' })}
      >
        <Input type="date" min={from} value={to ?? ''} onChange={(event) => set('to', event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2 pt-6.5 max-sm:col-span-2 max-sm:pt-0">
        {contactId && (
          <Button onClick={() => set('contact', '')}>
            One contact only
            <X aria-hidden />
          </Button>
        )}
        {isFiltered && (
          <Button variant="ghost" onClick={clear}>
            Clear filters
          </Button>
        )}
      </div>
    </search>
  )
}
