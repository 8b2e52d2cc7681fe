import type { OutcomesReport } from '#contract/outcomes.ts'
import { formatCount, formatMonth } from '#web/lib/format.ts'
import { DataTable } from '#web/ui/table.tsx'
import { ReportSection } from './report-section.tsx'

type Fairness = OutcomesReport['fairness']

/** Average monthly score by age band, to show a possible age bias. */
export function AgeReport({ months, bands }: Fairness) {
  return (
    <ReportSection
      className="max-w-3xl"
      title="Scores by age"
      text="Average score by age range in each monthly snapshot. Some difference is expected, because life events vary with age. Look into a range that shifts without a clear reason. Averages based on only a few contacts aren't reliable."
    >
      {bands.length === 0 ? (
        <p className="text-sm text-dim">No score snapshots yet.</p>
      ) : (
        <DataTable
          caption="Average score by age range and month"
          isDense
          rows={bands}
          rowKey={bandName}
          columns={[
            { label: 'Age', cell: bandName, isRowHeader: true },
            { label: 'Contacts', cell: ({ contacts }) => formatCount(contacts), isNumber: true },
            ...months.map((month, at) => ({
              label: formatMonth(month),
              cell: ({ meanScores }: Fairness['bands'][number]) => meanScores[at]?.toFixed(1) ?? '–',
              isNumber: true,
              hidden: at > 1 ? 'max-sm:hidden' : undefined,
            })),
          ]}
        />
      )}
    </ReportSection>
  )
}

function bandName({ ageBand }: Fairness['bands'][number]): string {
  return ageBand ?? 'Unknown'
}
