import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Shows the server's field errors in a form. An error in one list item (`keywords.2`) shows at the list's field.
 *
 * @returns whether there was anything to show
 */
export function showFieldErrors<V extends FieldValues, C, T>(
  form: UseFormReturn<V, C, T>,
  refused: Record<string, string>,
): boolean {
  const shown = Object.entries(refused).flatMap(([path, message]) => {
    const [name = ''] = path.split('.')
    return name in form.getValues() ? [{ name: name as Path<V>, message }] : []
  })
  for (const { name, message } of shown) form.setError(name, { message })
  return shown.length > 0
}
