import { useState } from 'react'
import { z } from 'zod'
import {
  brokerageOwner,
  brokeragePlan,
  type ManagedBrokerage,
  newOffice,
} from '#contract/admin-brokerages.ts'
import { operatorReason } from '#contract/admin-organizations.ts'
import { Textarea } from '#web/ui/form.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { newRequestId } from './admin-queries.ts'
import { useBrokerageAction } from './brokerage-queries.ts'

interface DialogProps {
  brokerage: ManagedBrokerage
  onClose: () => void
}

const CREDITS = [
  { value: 'plan', label: 'By plan' },
  { value: 'unlimited', label: 'Unlimited' },
]
/** An empty number is unlimited. */
const limitField = z.string().regex(/^\d*$/, 'Enter a whole number, or nothing for unlimited')
const termsForm = z
  .object({
    credits: z.enum(['plan', 'unlimited']),
    ...{ seats: limitField, maxOffices: limitField, slaNotes: z.string() },
    ...{
      managerName: z.string(),
      managerEmail: z.string(),
      managerPhone: z.string(),
      reason: operatorReason.shape.reason,
    },
  })
  .transform(({ credits, seats, maxOffices, managerEmail, ...texts }) => ({
    ...texts,
    hasUnlimitedCredits: credits === 'unlimited',
    seats: seats === '' ? null : Number(seats),
    maxOffices: maxOffices === '' ? null : Number(maxOffices),
    managerEmail: managerEmail === '' ? null : managerEmail,
  }))

const textOf = (value: string | number | null) => (value === null ? '' : String(value))

/** Credits, seats, organizations, SLA notes and success manager. */
export function TermsDialog({ brokerage, onClose }: DialogProps) {
  return (
    <ActionDialog
      title={`Terms for ${brokerage.name}`}
      description="Leave a number empty for unlimited. Members see the success manager and the SLA notes."
      verb="Save terms"
      hint="Recorded in the platform's audit log."
      schema={termsForm}
      defaultValues={{
        credits: brokerage.hasUnlimitedCredits ? 'unlimited' : 'plan',
        seats: textOf(brokerage.seats),
        maxOffices: textOf(brokerage.maxOffices),
        slaNotes: textOf(brokerage.slaNotes),
        managerName: textOf(brokerage.managerName),
        managerEmail: textOf(brokerage.managerEmail),
        managerPhone: textOf(brokerage.managerPhone),
        reason: '',
      }}
      send={useBrokerageAction('PATCH /api/admin/brokerages/{id}', brokerage.id)}
      successToast={({ name }: ManagedBrokerage) => ({ title: 'Terms saved', description: name })}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FormField form={form} name="credits" label="Credits" options={CREDITS} />
          <div className="grid grid-cols-2 gap-3.5">
            <FormField form={form} name="seats" label="Seats" inputMode="numeric" placeholder="Unlimited" />
            <FormField
              form={form}
              name="maxOffices"
              label="Organizations"
              inputMode="numeric"
              placeholder="Unlimited"
            />
          </div>
          <FormField form={form} name="managerName" label="Success manager" />
          <div className="grid grid-cols-2 gap-3.5">
            <FormField form={form} name="managerEmail" label="Their email" type="email" />
            <FormField form={form} name="managerPhone" label="Their phone" type="tel" />
          </div>
          <FormField form={form} name="slaNotes" label="SLA notes">
            {(field) => <Textarea {...field} rows={3} />}
          </FormField>
        </>
      )}
    </ActionDialog>
  )
}

const planForm = brokeragePlan.omit({ requestId: true })

/** Sets the Enterprise plan of all organizations until a day. */
export function BrokeragePlanDialog({ brokerage, onClose }: DialogProps) {
  const [requestId] = useState(newRequestId)
  const setPlan = useBrokerageAction('POST /api/admin/brokerages/{id}/plan', brokerage.id)
  return (
    <ActionDialog
      title={`Set the plan of ${brokerage.name}`}
      description="All its organizations get Enterprise through the last day, also those that join later. Organizations with a paid subscription keep it. A new month of credits starts now, and unused credits expire."
      verb="Set plan"
      hint="Recorded in the platform's audit log."
      schema={planForm}
      defaultValues={{ until: '', reason: '' }}
      send={(values) => setPlan({ ...values, requestId })}
      successToast={({ name }: ManagedBrokerage) => ({ title: 'Plan set', description: name })}
      onClose={onClose}
    >
      {(form) => <FormField form={form} name="until" label="Last day" required type="date" />}
    </ActionDialog>
  )
}

export function EndPlanDialog({ brokerage, onClose }: DialogProps) {
  return (
    <ActionDialog
      title={`End the plan of ${brokerage.name}`}
      description="The plan ends right away in all its organizations. Contacts stay saved but are locked until an organization has a new plan."
      verb="End plan"
      danger
      hint="Recorded in the platform's audit log."
      schema={operatorReason}
      defaultValues={{ reason: '' }}
      send={useBrokerageAction('POST /api/admin/brokerages/{id}/plan/end', brokerage.id)}
      successToast={({ name }: ManagedBrokerage) => ({ title: 'Plan ended', description: name })}
      onClose={onClose}
    />
  )
}

export function AddOfficeDialog({ brokerage, onClose }: DialogProps) {
  return (
    <ActionDialog
      title={`Add an organization to ${brokerage.name}`}
      description="We'll email its owner a sign-in link. Existing organizations join by an invitation from the brokerage's owner."
      verb="Add organization"
      pendingLabel="Adding..."
      schema={newOffice}
      defaultValues={{ name: '', ownerEmail: '', reason: '' }}
      send={useBrokerageAction('POST /api/admin/brokerages/{id}/organizations', brokerage.id)}
      successToast={() => ({ title: 'Organization added', description: brokerage.name })}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FormField form={form} name="name" label="Company name" required />
          <FormField form={form} name="ownerEmail" label="Owner's email" type="email" required />
        </>
      )}
    </ActionDialog>
  )
}

export function OwnerDialog({ brokerage, onClose }: DialogProps) {
  return (
    <ActionDialog
      title={`Change the owner of ${brokerage.name}`}
      description="The former owner loses access to the brokerage. We'll email the new owner a sign-in link."
      verb="Change owner"
      danger
      hint="Recorded in the platform's audit log."
      schema={brokerageOwner}
      defaultValues={{ ownerEmail: '', reason: '' }}
      send={useBrokerageAction('POST /api/admin/brokerages/{id}/owner', brokerage.id)}
      successToast={({ ownerEmail }: ManagedBrokerage) => ({
        title: 'Owner changed',
        description: ownerEmail ?? '',
      })}
      onClose={onClose}
    >
      {(form) => <FormField form={form} name="ownerEmail" label="New owner's email" type="email" required />}
    </ActionDialog>
  )
}
