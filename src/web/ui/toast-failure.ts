import { messageOf } from '#web/lib/api-error.ts'
import { toast } from './toast.tsx'

/** An error handler for a mutation: shows the server's message, or `fallback` where it sent none. */
export function toastFailure(title: string, fallback: string) {
  return (error: unknown) => toast({ variant: 'destructive', title, description: messageOf(error, fallback) })
}
