import { useInstance } from '#web/lib/instance-query.ts'
import { urls } from '#web/lib/urls.ts'

/** Says where emails are on servers that can't send them. */
export function OutboxNote({ purpose }: { purpose: string }) {
  if (!useInstance()?.outbox) return null
  return (
    <p className="rounded-lg border border-line bg-raised px-3 py-2 text-[13px] text-muted">
      Email isn't set up on this server. Open the{' '}
      <a href={urls.outbox} className="text-accent underline underline-offset-2">
        outbox
      </a>{' '}
      {purpose}.
    </p>
  )
}
