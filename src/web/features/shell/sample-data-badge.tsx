import { useInstance } from '#web/lib/instance-query.ts'
import { toast } from '#web/ui/toast.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

const MEANING =
  'Enrichment comes from a built-in sample provider. Its people and property records are fictional.'

/** Marks enrichment with sample data. A click shows the text too, since touch screens have no tooltips. */
export function SampleDataBadge() {
  if (!useInstance()?.sampleData) return null
  return (
    <Tooltip content={MEANING} side="bottom">
      <button
        type="button"
        onClick={() => toast({ title: 'Sample data', description: MEANING })}
        className="inline-flex h-8 shrink-0 items-center gap-2 rounded-full border border-line-strong px-3 text-[13px] text-muted hover:bg-raised max-md:h-11 max-md:gap-1.5 max-md:rounded-lg max-md:border-transparent max-md:px-1.5"
      >
        <span aria-hidden className="size-2 rounded-full bg-yellow" />
        <span>
          Sample<span className="max-md:sr-only"> data</span>
        </span>
      </button>
    </Tooltip>
  )
}
