import { useState } from 'react'
import { z } from 'zod'
import {
  CUSTOM_PLANS,
  creditsAdjustment,
  customPlan,
  eraseByOperator,
  type ManagedOrganization,
  operatorReason,
} from '#contract/admin-organizations.ts'
import { capitalize, formatCount } from '#web/lib/format.ts'
import { FormField } from '#web/ui/form-field.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { newRequestId, useEraseOrganization, useOrganizationAction } from './admin-queries.ts'

interface DialogProps {
  organization: ManagedOrganization
  onClose: () => void
}

const DIRECTIONS = [
  { value: 'give', label: 'Add' },
  { value: 'take', label: 'Remove' },
]
const creditsForm = operatorReason.extend({
  direction: z.enum(['give', 'take']),
  amount: creditsAdjustment.shape.amount.refine((amount) => amount > 0, 'Enter a number of credits'),
})

/** Adds credits to an organization, or removes some. */
export function CreditsDialog({ organization, onClose }: DialogProps) {
  const [requestId] = useState(newRequestId)
  const adjust = useOrganizationAction('POST /api/admin/organizations/{id}/credits', organization.id)
  return (
    <ActionDialog
      title="Adjust credits"
      description={`${organization.name} has ${formatCount(organization.credits)} credits.`}
      verb="Adjust credits"
      schema={creditsForm}
      defaultValues={{ direction: 'give', reason: '' }}
      send={({ direction, amount, reason }) =>
        adjust({ amount: direction === 'give' ? amount : -amount, requestId, reason })
      }
      successToast={({ credits }) => ({
        title: 'Credits adjusted',
        description: `The organization now has ${formatCount(credits)} credits.`,
      })}
      onClose={onClose}
    >
      {(form) => (
        <div className="grid grid-cols-2 gap-3.5">
          <FormField form={form} name="direction" label="Action" options={DIRECTIONS} />
          <FormField
            form={form}
            name="amount"
            label="Credits"
            required
            type="number"
            inputMode="numeric"
            min={1}
          />
        </div>
      )}
    </ActionDialog>
  )
}

const planForm = customPlan.omit({ requestId: true })
const PLANS = CUSTOM_PLANS.map((value) => ({ value, label: capitalize(value) }))

/** Sets a plan without card payments until a chosen day. */
export function PlanDialog({ organization, onClose }: DialogProps) {
  const [requestId] = useState(newRequestId)
  const setPlan = useOrganizationAction('POST /api/admin/organizations/{id}/plan', organization.id)
  return (
    <ActionDialog
      title="Set custom plan"
      description="The organization gets this plan through the last day, without card payments. A new month of credits starts now, and unused credits expire."
      verb="Set plan"
      schema={planForm}
      defaultValues={{ plan: CUSTOM_PLANS[0], until: '', reason: '' }}
      send={(values) => setPlan({ ...values, requestId })}
      successToast={() => ({
        title: 'Custom plan set',
        description: `${organization.name} is now on this plan.`,
      })}
      onClose={onClose}
    >
      {(form) => (
        <div className="grid grid-cols-2 gap-3.5">
          <FormField form={form} name="plan" label="Plan" options={PLANS} />
          <FormField form={form} name="until" label="Last day" required type="date" />
        </div>
      )}
    </ActionDialog>
  )
}

const REASON_ACTIONS = {
  end: {
    route: 'POST /api/admin/organizations/{id}/plan/end',
    verb: 'End custom plan',
    title: (name: string) => `End the custom plan of ${name}`,
    description:
      'The plan ends right away. Contacts stay saved but are locked until the organization has a new plan.',
    done: 'Custom plan ended',
  },
  suspend: {
    route: 'POST /api/admin/organizations/{id}/suspend',
    verb: 'Suspend',
    title: (name: string) => `Suspend ${name}`,
    description:
      "Members can still sign in, but they can only manage billing, contact support, leave, or delete the organization. They can't see or export contacts. They'll see that the organization is suspended, but not why.",
    done: 'Organization suspended',
  },
  lift: {
    route: 'POST /api/admin/organizations/{id}/lift',
    verb: 'Lift suspension',
    title: (name: string) => `Lift the suspension of ${name}`,
    description: 'Members can use their contacts again.',
    done: 'Suspension lifted',
  },
} as const
export type ReasonAction = keyof typeof REASON_ACTIONS

/** Confirms an action that needs only a reason. */
export function ReasonDialog({ action, organization, onClose }: DialogProps & { action: ReasonAction }) {
  const { route, verb, title, description, done } = REASON_ACTIONS[action]
  return (
    <ActionDialog
      title={title(organization.name)}
      description={description}
      verb={verb}
      danger={action !== 'lift'}
      schema={operatorReason}
      defaultValues={{ reason: '' }}
      send={useOrganizationAction(route, organization.id)}
      successToast={() => ({ title: done, description: organization.name })}
      onClose={onClose}
    />
  )
}

/** Erases an organization after the operator types its name, then opens the list. */
export function EraseOrganizationDialog({ organization, onClose }: DialogProps) {
  return (
    <ActionDialog
      title={`Erase ${organization.name}`}
      description="This permanently deletes every contact and all related data, cancels the subscription and signs out all members. This can't be undone."
      verb="Erase permanently"
      pendingLabel="Erasing..."
      danger
      hint="Recorded in the platform's audit log."
      schema={eraseByOperator}
      defaultValues={{ name: '', reason: '' }}
      send={useEraseOrganization(organization.id)}
      successToast={() => ({ title: 'Erasing the organization', description: organization.name })}
      onClose={onClose}
    >
      {(form) => <FormField form={form} name="name" label="Type the organization name" required />}
    </ActionDialog>
  )
}
