import { Collapsible } from '#web/ui/collapsible.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Skeleton } from '#web/ui/states.tsx'

const PipelineDetails = lazyDialog(
  async () => (await import('./pipeline-details.tsx')).PipelineDetails,
  <Skeleton className="h-32" />,
)

/** A contact's way to a closing. Its data loads when it is opened. */
export function PipelineSection({ contactId }: { contactId: string }) {
  return (
    <Collapsible label="Pipeline" className="mt-4 -mb-2">
      <PipelineDetails contactId={contactId} />
    </Collapsible>
  )
}
