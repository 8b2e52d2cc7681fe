import { Button } from '#web/ui/button.tsx'

/** An error above or below cards that stay visible. */
export function RetryLine(props: { title: string; message: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="my-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-3.5 py-2.5"
    >
      <p className="min-w-0 flex-1 basis-60 text-[13px] text-muted">
        <span className="font-medium text-text">{props.title}</span> {props.message}
      </p>
      <Button size="sm" onClick={props.onRetry}>
        Try again
      </Button>
    </div>
  )
}
