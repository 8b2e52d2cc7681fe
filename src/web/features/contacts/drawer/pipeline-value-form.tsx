import type { QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import type { AgreementSide } from '#domain/activities/relationship.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Select } from '#web/ui/form.tsx'
import { useChange } from '#web/ui/use-change.ts'
import { type FeeUnit, type PipelineValue, readPipelineValue, textsOf } from './pipeline-amounts.ts'

const FEE_UNITS = [
  { value: 'percent', label: '% of the price' },
  { value: 'amount', label: 'Dollars' },
] as const

interface PipelineValueFormProps {
  contactId: string
  side: AgreementSide
  saved: PipelineValue | undefined
  refreshedKeys: readonly QueryKey[]
}

/** The price of a deal and the fee that the agent expects. Nothing is filled in before they type it. */
export function PipelineValueForm({ contactId, side, saved, refreshedKeys }: PipelineValueFormProps) {
  const [input, setInput] = useState(() => textsOf(saved))
  const [errors, setErrors] = useState<{ price?: string; fee?: string }>({})
  const save = useChange({
    change: (value: Omit<PipelineValue, 'side'> | null) =>
      call('PATCH /api/contacts/{id}/pipeline-value', { params: { id: contactId }, body: { side, value } }),
    successToast: (value) => ({
      title: value ? 'Fee Saved' : 'Fee Removed',
      description: value ? 'It counts in your pipeline.' : "This deal's price and fee are empty.",
    }),
    failureToast: ['Not Saved', "We couldn't save the fee. Please try again."],
    refreshedKeys,
  })
  const submit = () => {
    const result = readPipelineValue(input)
    setErrors('errors' in result ? result.errors : {})
    if ('value' in result) save.mutate(result.value)
  }
  return (
    <form
      aria-label="Price and fee"
      noValidate
      className="grid grid-cols-2 gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field label="Price ($)" error={errors.price} className="col-span-2">
        <Input
          inputMode="decimal"
          autoComplete="off"
          value={input.price}
          onValue={(price) => setInput({ ...input, price })}
        />
      </Field>
      <Field label="Your fee" error={errors.fee}>
        <Input
          inputMode="decimal"
          autoComplete="off"
          value={input.fee}
          onValue={(fee) => setInput({ ...input, fee })}
        />
      </Field>
      <Field label="Fee in">
        <Select
          options={FEE_UNITS}
          value={input.unit}
          onValue={(unit) => setInput({ ...input, unit: unit as FeeUnit })}
        />
      </Field>
      <Button type="submit" pending={save.isPending} className="justify-self-start">
        Save fee
      </Button>
    </form>
  )
}
