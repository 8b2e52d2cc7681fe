import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import {
  AGREED_PLANS,
  creditsAdjustment,
  type ManagedOrganization,
  operatorReason,
  planAgreement,
} from '#contract/admin-organizations.ts'
import { call } from '#web/lib/api.ts'
import { fieldErrorsOf } from '#web/lib/api-error.ts'
import { capitalize, formatCount } from '#web/lib/format.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { ACTIONS, newRequestId, useOrganizationAction } from './admin-queries.ts'

interface DialogProps {
  organization: ManagedOrganization
  onClose: () => void
}

const { reason } = operatorReason.shape
const GIVE = 'give'
const creditsForm = z.object({
  direction: z.enum([GIVE, 'take']),
  amount: creditsAdjustment.shape.amount.refine((amount) => amount > 0, 'Enter a number other than 0'),
  reason,
})

/** Gives an organization credits, or takes some. */
export function CreditsDialog({ organization, onClose }: DialogProps) {
  const [requestId] = useState(newRequestId)
  const params = { id: organization.id }
  const adjust = useOrganizationAction(({ direction, amount, ...rest }: z.output<typeof creditsForm>) =>
    call(ACTIONS.credits, {
      params,
      body: { amount: direction === GIVE ? amount : -amount, requestId, ...rest },
    }),
  )
  const form = useForm({
    resolver: zodResolver(creditsForm),
    defaultValues: { direction: GIVE as z.input<typeof creditsForm>['direction'], reason: '' },
  })
  const { register, formState } = form
  return (
    <ActionDialog
      title="Change credits"
      description={`${organization.name} has ${formatCount(organization.credits)}.`}
      verb="Change credits"
      error={adjust.error}
      pending={adjust.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit(async (values) => {
        const { credits } = await adjust.mutateAsync(values)
        toast({ title: 'Credits changed', description: `The organization has ${formatCount(credits)} now.` })
        onClose()
      })}
      reason={{ field: register('reason'), error: formState.errors.reason?.message }}
    >
      <div className="grid grid-cols-2 gap-3.5">
        <Field label="Direction">
          <Select
            {...register('direction')}
            options={[
              { value: GIVE, label: 'Give' },
              { value: 'take', label: 'Take' },
            ]}
          />
        </Field>
        <Field label="Credits" required error={formState.errors.amount?.message}>
          <Input {...register('amount', { valueAsNumber: true })} type="number" inputMode="numeric" min={1} />
        </Field>
      </div>
    </ActionDialog>
  )
}

const planForm = planAgreement.omit({ requestId: true })
const PLANS = AGREED_PLANS.map((value) => ({ value, label: capitalize(value) }))

/** Lets an organization have a plan without card until a day. */
export function PlanDialog({ organization, onClose }: DialogProps) {
  const [requestId] = useState(newRequestId)
  const params = { id: organization.id }
  const agree = useOrganizationAction((values: z.output<typeof planForm>) =>
    call(ACTIONS.plan, { params, body: { ...values, requestId } }),
  )
  const form = useForm({
    resolver: zodResolver(planForm),
    defaultValues: { plan: AGREED_PLANS[0] as z.input<typeof planForm>['plan'], until: '', reason: '' },
  })
  const { register, formState } = form
  const dayError = formState.errors.until?.message ?? fieldErrorsOf(agree.error).until
  return (
    <ActionDialog
      title="Agree a plan"
      description="The organization has it without card until the last day. A month of credits begins now; what is left of earlier ones expires."
      verb="Agree plan"
      error={dayError ? null : agree.error}
      pending={agree.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit(async (values) => {
        await agree.mutateAsync(values)
        toast({ title: 'Plan agreed', description: `${organization.name} has it from now on.` })
        onClose()
      })}
      reason={{ field: register('reason'), error: formState.errors.reason?.message }}
    >
      <div className="grid grid-cols-2 gap-3.5">
        <Field label="Plan">
          <Select {...register('plan')} options={PLANS} />
        </Field>
        <Field label="Last day" required error={dayError}>
          <Input {...register('until')} type="date" />
        </Field>
      </div>
    </ActionDialog>
  )
}

const REASON_ACTIONS = {
  end: {
    title: 'End agreed plan',
    description: 'The plan ends now. Contacts are kept and closed until there is another one.',
    done: 'The agreed plan has ended',
  },
  suspend: {
    title: 'Suspend',
    description:
      'From their next request on, members can sign in, but reach only billing, support, leaving and erasure: no contacts, no exports. They see that the organization is suspended, not why.',
    done: 'The organization is suspended',
  },
  lift: {
    title: 'Lift suspension',
    description: 'Members reach their contacts again.',
    done: 'The suspension is lifted',
  },
} as const

/** Asks for the reason of an act that needs nothing else. */
export function ReasonDialog({
  act,
  organization,
  onClose,
}: DialogProps & { act: keyof typeof REASON_ACTIONS }) {
  const params = { id: organization.id }
  const run = useOrganizationAction((body: z.output<typeof operatorReason>) =>
    call(ACTIONS[act], { params, body }),
  )
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(operatorReason),
    defaultValues: { reason: '' },
  })
  const { title, description, done } = REASON_ACTIONS[act]
  return (
    <ActionDialog
      title={`${title}: ${organization.name}`}
      description={description}
      verb={title}
      danger={act !== 'lift'}
      error={run.error}
      pending={run.isPending}
      onClose={onClose}
      onSubmit={handleSubmit(async (values) => {
        await run.mutateAsync(values)
        toast({ title: done, description: organization.name })
        onClose()
      })}
      reason={{ field: register('reason'), error: formState.errors.reason?.message }}
    />
  )
}
