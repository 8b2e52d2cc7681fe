import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ToastMessage, toast, toastFailure } from './toast.tsx'

export interface Change<V, T> {
  change: (input: V) => Promise<T>
  /** The toast after a success. */
  done?: ((input: V, result: T) => ToastMessage) | undefined
  /** Title and text of the toast after a failure; the server's reason replaces the text. */
  failed?: readonly [title: string, text: string] | undefined
  /** Keys of the data that changes. */
  refreshes: readonly QueryKey[]
}

/** A change of the server's data. Shows a toast with the outcome and refreshes what changed. */
export function useChange<V = void, T = unknown>({ change, done, failed, refreshes }: Change<V, T>) {
  const client = useQueryClient()
  return useMutation<T, Error, V>({
    mutationFn: change,
    onSuccess: (result, input) => done && toast(done(input, result)),
    onError: failed && toastFailure(...failed),
    // After a failure too: someone else may have changed the data in the meantime.
    onSettled: () => Promise.all(refreshes.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
