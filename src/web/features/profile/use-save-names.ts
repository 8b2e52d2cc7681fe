import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { CurrentUser } from '#contract/auth.ts'
import { currentUserQuery } from '#web/features/auth/auth-queries.ts'
import { showFormError } from '#web/ui/form-field.tsx'
import { toastError } from '#web/ui/toast.tsx'

/**
 * Saves the user's names, then updates the cached user and refreshes the organization. The server's field errors show
 * next to their fields.
 */
export function useSaveNames<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { save, onSaved }: { save: (values: Values) => Promise<CurrentUser>; onSaved: (user: CurrentUser) => void },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: async (changed) => {
      client.setQueryData(currentUserQuery.queryKey, changed)
      await client.invalidateQueries({ queryKey: ['/api/organizations'] })
      onSaved(changed)
    },
    onError: (error) => {
      showFormError(form, error)
      toastError('Error', 'Failed to update profile')
    },
  })
}
