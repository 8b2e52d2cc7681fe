import { useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** What was typed and not saved, by post. Lives as long as the window. */
const unsavedChanges = new Map<string, FieldValues>()

/**
 * Nothing typed is lost by leaving the page: whoever comes back to it finds the changes in the fields, not saved yet.
 * Before the window itself is closed or led elsewhere, the browser asks.
 *
 * @returns what throws the changes away
 */
export function useUnsavedChanges<V extends FieldValues, C, T>(
  id: string,
  form: UseFormReturn<V, C, T>,
): () => void {
  const { getValues, reset, setValue } = form
  const { isDirty } = form.formState
  useEffect(() => {
    for (const [name, value] of Object.entries(unsavedChanges.get(id) ?? {})) {
      setValue(name as Path<V>, value, { shouldDirty: true })
    }
    return () => {
      unsavedChanges.set(id, getValues(undefined, { dirtyFields: true }))
    }
  }, [id, getValues, setValue])
  useEffect(() => {
    if (!isDirty) return
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [isDirty])
  return () => reset()
}
