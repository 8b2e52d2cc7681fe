import { useState } from 'react'
import { z } from 'zod'
import { type Brokerage, creditsMove, type Office, seatsMove } from '#contract/brokerages.ts'
import { newRequestId } from '#web/features/admin/admin-queries.ts'
import { formatCount, formatQuantity } from '#web/lib/format.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { useActionForm } from '#web/ui/use-action-form.ts'
import { useBrokerageChange } from './brokerage-queries.ts'

interface MoveDialogProps {
  brokerage: Brokerage
  onClose: () => void
}

const optionsOf = (offices: readonly Office[], note: (office: Office) => string) =>
  offices.map((office) => ({ value: office.id, label: `${office.name} (${note(office)})` }))

/** Moves credits between two offices. */
export function MoveCreditsDialog({ brokerage: { id, offices }, onClose }: MoveDialogProps) {
  const [requestId] = useState(newRequestId)
  const move = useBrokerageChange('POST /api/brokerages/{id}/credits', id, 'Credits moved')
  const { form, dialog } = useActionForm({
    schema: creditsMove.omit({ requestId: true }),
    defaultValues: { from: offices[0]?.id ?? '', to: offices[1]?.id ?? '' },
    send: (values) => move.mutateAsync({ ...values, requestId }),
    onDone: onClose,
    fallback: "We couldn't move the credits. Try again.",
  })
  const options = optionsOf(offices, ({ credits }) => formatQuantity(credits, 'credit', 'credits'))
  return (
    <FormDialog
      title="Move credits"
      description="Both offices see this in their credit history. Moved credits expire when the receiving office gets its next monthly credits."
      verb="Move credits"
      pendingLabel="Moving..."
      onClose={onClose}
      {...dialog}
    >
      <FormField form={form} name="from" label="From" options={options} />
      <FormField form={form} name="to" label="To" options={options} />
      <FormField
        form={form}
        name="amount"
        label="Credits"
        required
        type="number"
        inputMode="numeric"
        min={1}
      />
    </FormDialog>
  )
}

/** Stands for free seats in the selects. */
const FREE = 'free'
const seatsForm = z.object({ from: z.string(), to: z.string(), amount: seatsMove.shape.amount })

/** Moves seats between offices and the brokerage's free seats. */
export function MoveSeatsDialog({ brokerage: { id, offices, freeSeats }, onClose }: MoveDialogProps) {
  const [requestId] = useState(newRequestId)
  const move = useBrokerageChange('POST /api/brokerages/{id}/seats', id, 'Seats moved')
  const officeOf = (value: string) => (value === FREE ? null : value)
  const { form, dialog } = useActionForm({
    schema: seatsForm,
    defaultValues: { from: FREE, to: offices[0]?.id ?? FREE },
    send: ({ from, to, amount }) =>
      move.mutateAsync({ from: officeOf(from), to: officeOf(to), amount, requestId }),
    onDone: onClose,
    fallback: "We couldn't move the seats. Try again.",
  })
  const options = [
    { value: FREE, label: `Free seats (${formatCount(freeSeats ?? 0)})` },
    ...optionsOf(
      offices,
      ({ seats, seatLimit }) => `${formatCount(seats)} of ${formatCount(seatLimit ?? seats)} used`,
    ),
  ]
  return (
    <FormDialog
      title="Move seats"
      description="An office can invite members up to its seats. Seats in use can't be moved."
      verb="Move seats"
      pendingLabel="Moving..."
      onClose={onClose}
      {...dialog}
    >
      <FormField form={form} name="from" label="From" options={options} />
      <FormField form={form} name="to" label="To" options={options} />
      <FormField form={form} name="amount" label="Seats" required type="number" inputMode="numeric" min={1} />
    </FormDialog>
  )
}
