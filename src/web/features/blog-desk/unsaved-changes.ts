import { useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** Unsaved edits by post id, for the lifetime of the window. */
const unsavedChanges = new Map<string, FieldValues>()

/**
 * Restores unsaved edits when the user comes back to the page, and has the browser ask before the window is closed.
 *
 * @returns a function that discards the edits
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
