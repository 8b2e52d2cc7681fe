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
  amount: creditsAdjustment.shape.amount.refine((amount) => amount > 0, 'Enter a number of credits'),
  reason,
})

/** Adds credits to an organization, or removes some. */
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
      description={`${organization.name} has ${formatCount(organization.credits)} credits.`}
      verb="Change credits"
      error={adjust.error}
      pending={adjust.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit(async (values) => {
        const { credits } = await adjust.mutateAsync(values)
        toast({
          title: 'Credits changed',
          description: `The organization now has ${formatCount(credits)} credits.`,
        })
        onClose()
      })}
      reason={{ field: register('reason'), error: formState.errors.reason?.message }}
    >
      <div className="grid grid-cols-2 gap-3.5">
        <Field label="Direction">
          <Select
            {...register('direction')}
            options={[
              { value: GIVE, label: 'Add' },
              { value: 'take', label: 'Remove' },
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

/** Sets a plan without card payments until a chosen day. */
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
      title="Set custom plan"
      description="The organization gets this plan without card payments until the last day. A new month of credits starts now; unused credits expire."
      verb="Set plan"
      error={dayError ? null : agree.error}
      pending={agree.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit(async (values) => {
        await agree.mutateAsync(values)
        toast({ title: 'Custom plan set', description: `It applies to ${organization.name} now.` })
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
    title: 'End custom plan',
    description: 'The plan ends now. Contacts stay saved, but locked until there is a new plan.',
    done: 'Custom plan ended',
  },
  suspend: {
    title: 'Suspend',
    description:
      'Members can still sign in, but they can only use billing, support, leaving and erasure: no contacts and no exports. They see that the organization is suspended, but not the reason.',
    done: 'Organization suspended',
  },
  lift: {
    title: 'Lift suspension',
    description: 'Members can use their contacts again.',
    done: 'Suspension lifted',
  },
} as const

/** Confirms an action that needs only a reason. */
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
