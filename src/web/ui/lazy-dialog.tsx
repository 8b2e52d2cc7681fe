import { Component, type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'

type AlertDialogComponent = typeof import('./form-dialog.tsx')['AlertDialog']

/** The code of a part of the page couldn't be loaded, for example without a connection. */
class LoadFailure extends Error {
  /** Null if it can't be loaded either. Open drawers and dialogs have already loaded it. */
  readonly alertDialog: AlertDialogComponent | null

  constructor(cause: unknown, frame: AlertDialogComponent | null) {
    super('The code of a part of the page could not be loaded', { cause })
    this.alertDialog = frame
  }
}

/**
 * A dialog or panel whose code loads when it is first shown. If loading fails, the page around it stays, and a message
 * offers to reload it: as a dialog if it has `onClose`, otherwise in place. Browsers cache a failed module load until the
 * page is reloaded.
 *
 * @param pending shown while the code loads
 */
export function lazyDialog<P extends object>(
  load: () => Promise<ComponentType<P>>,
  pending: ReactNode = null,
): (props: P) => ReactNode {
  const LazyComponent = lazy(async () => ({ default: await load().catch(throwLoadFailure) }))
  return (props) => (
    <LoadFailureBoundary message={(frame) => <FailureMessage {...(props as CloseProps)} frame={frame} />}>
      <Suspense fallback={pending}>{createElement(LazyComponent as ComponentType<P>, props)}</Suspense>
    </LoadFailureBoundary>
  )
}

async function throwLoadFailure(cause: unknown): Promise<never> {
  const frame = await import('./form-dialog.tsx').then(
    ({ AlertDialog }) => AlertDialog,
    () => null,
  )
  throw new LoadFailure(cause, frame)
}

interface BoundaryProps {
  message: (frame: AlertDialogComponent | null) => ReactNode
  children: ReactNode
}

/** Catches a failed load; every other error goes on to the boundary of the page. */
class LoadFailureBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if (!(error instanceof LoadFailure)) throw error
    return this.props.message(error.alertDialog)
  }
}

const TITLE = "We couldn't load this part of the page"
const ADVICE = 'Check your connection and reload the page.'

interface CloseProps {
  open?: boolean
  onClose?: () => void
}

interface FailureMessageProps extends CloseProps {
  frame: AlertDialogComponent | null
}

const reload = () => window.location.reload()

function FailureMessage({ open = true, onClose, frame: Frame }: FailureMessageProps) {
  if (!open) return null
  if (Frame && onClose) {
    return (
      <Frame
        open
        title={TITLE}
        description={ADVICE}
        confirmLabel="Reload page"
        cancelLabel="Close"
        destructive={false}
        onConfirm={reload}
        onClose={onClose}
      />
    )
  }
  return (
    <div
      role="alert"
      className={cx(
        'rounded-lg border border-line bg-surface p-3 text-sm',
        onClose && 'fixed inset-x-4 bottom-20 z-60 mx-auto max-w-md',
      )}
    >
      <p className="font-medium">{TITLE}</p>
      <p className="mt-0.5 text-muted">{ADVICE}</p>
      <div className="mt-2 flex gap-2">
        <Button size="row" onClick={reload}>
          Reload page
        </Button>
        {onClose && (
          <Button size="row" variant="ghost" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
    </div>
  )
}
