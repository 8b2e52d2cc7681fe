import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type ResetInput, resetInput, resetSecondFactor } from '#contract/second-factor.ts'
import { call } from '#web/lib/api.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ActionDialog } from './action-dialog.tsx'

/** Asks for the account's email and a reason. */
export function ResetSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<ResetInput>({
    resolver: zodResolver(resetInput),
    defaultValues: { email: '', reason: '' },
  })
  const { errors } = form.formState
  const reset = useMutation({
    mutationFn: (body: ResetInput) => call(resetSecondFactor, { body }),
    onSuccess: () => {
      toast({ title: '2FA reset', description: 'We signed the account out and sent it an email.' })
      onClose()
    },
  })
  return (
    <ActionDialog
      title="Reset 2FA?"
      description="This signs the account out everywhere and sends it an email."
      verb="Reset"
      danger
      pending={reset.isPending}
      error={reset.error}
      onClose={onClose}
      onSubmit={form.handleSubmit((body) => reset.mutateAsync(body))}
      reason={{ field: form.register('reason'), error: errors.reason?.message }}
    >
      <Field label="Account email" required error={errors.email?.message}>
        <Input type="email" autoComplete="off" {...form.register('email')} />
      </Field>
    </ActionDialog>
  )
}
