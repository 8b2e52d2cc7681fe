import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ToastMessage, toast, toastFailure } from './toast.tsx'

export interface Change<V, T> {
  change: (input: V) => Promise<T>
  /** The toast after a success. */
  successToast?: ((input: V, result: T) => ToastMessage) | undefined
  /** Title and text of the toast after a failure; the server's reason replaces the text. */
  failureToast?: readonly [title: string, text: string] | undefined
  /** Keys of the data that changes. */
  refreshedKeys: readonly QueryKey[]
}

/** A change of the server's data. Shows a toast with the outcome and refreshes what changed. */
export function useChange<V = void, T = unknown>({
  change,
  successToast,
  failureToast,
  refreshedKeys,
}: Change<V, T>) {
  const client = useQueryClient()
  return useMutation<T, Error, V>({
    mutationFn: change,
    onSuccess: (result, input) => successToast && toast(successToast(input, result)),
    onError: failureToast && toastFailure(...failureToast),
    // After a failure too: someone else may have changed the data in the meantime.
    onSettled: () => Promise.all(refreshedKeys.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
