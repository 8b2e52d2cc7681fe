import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { INVITED_ROLES, type InvitationInput, invitationInput } from '#contract/invitations.ts'
import { fieldErrorsOf } from '#web/lib/api-error.ts'
import { useInstance } from '#web/lib/instance-query.ts'
import { urls } from '#web/lib/urls.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { toastFailure } from '#web/ui/toast-failure.ts'
import { ROLE_NAMES, useInvite } from './team-queries.ts'

const ROLES = INVITED_ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))

/** Invites a person by email address and role. */
export function InviteDialog({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const invite = useInvite(organizationId)
  const outbox = useInstance()?.outbox
  const form = useForm<z.input<typeof invitationInput>, unknown, InvitationInput>({
    resolver: zodResolver(invitationInput),
    defaultValues: { email: '', role: 'MEMBER' },
  })
  const submit = form.handleSubmit((values) =>
    invite.mutate(values, {
      onSuccess: onClose,
      onError: (error) => {
        const { email } = fieldErrorsOf(error)
        if (email) form.setError('email', { message: email })
        else toastFailure('Error', 'Failed to send the invitation')(error)
      },
    }),
  )
  const { errors } = form.formState
  return (
    <FormDialog
      title="Invite to the team"
      description="We'll email them a link. It works once, for 7 days, and only for this address."
      verb="Send invitation"
      pending={invite.isPending}
      pendingLabel="Sending..."
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
    >
      <Field label="Email" required error={errors.email?.message}>
        <Input type="email" inputMode="email" autoComplete="off" {...form.register('email')} />
      </Field>
      <Field
        label="Role"
        error={errors.role?.message}
        hint="Members work with contacts and tasks. Admins also manage the team, export, and delete in bulk."
      >
        <Select options={ROLES} {...form.register('role')} />
      </Field>
      {outbox && (
        <p className="rounded-lg border border-line bg-raised px-3 py-2 text-[13px] text-muted">
          Email isn't set up on this server. Open the{' '}
          <a href={urls.outbox} className="text-accent underline underline-offset-2">
            outbox
          </a>{' '}
          to get the link.
        </p>
      )}
    </FormDialog>
  )
}
