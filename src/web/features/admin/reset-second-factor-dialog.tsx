import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type ResetInput, resetInput, resetSecondFactor } from '#contract/second-factor.ts'
import { call } from '#web/lib/api.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ActionDialog } from './action-dialog.tsx'

/** Asks whose, and why. */
export function ResetSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<ResetInput>({
    resolver: zodResolver(resetInput),
    defaultValues: { email: '', reason: '' },
  })
  const { errors } = form.formState
  const reset = useMutation({
    mutationFn: (body: ResetInput) => call(resetSecondFactor, { body }),
    onSuccess: () => {
      toast({ title: 'Second factor reset', description: 'The account was signed out and told by mail.' })
      onClose()
    },
  })
  return (
    <ActionDialog
      title="Reset a second factor?"
      description="All sessions of the account end, and it is told by mail."
      verb="Reset"
      danger
      pending={reset.isPending}
      error={reset.error}
      onClose={onClose}
      onSubmit={form.handleSubmit((body) => reset.mutateAsync(body))}
      reason={{ field: form.register('reason'), error: errors.reason?.message }}
    >
      <Field label="Email of the account" required error={errors.email?.message}>
        <Input type="email" autoComplete="off" {...form.register('email')} />
      </Field>
    </ActionDialog>
  )
}
