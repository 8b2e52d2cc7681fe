import type { OutcomesReport } from '#contract/outcomes.ts'
import { formatCount, formatExactPercent, formatQuantity } from '#web/lib/format.ts'
import { CalibrationPlot } from './calibration-plot.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import { formatMultiples, formatShares, observationPeriodText } from './outcome-texts.ts'
import { ReportSection } from './report-section.tsx'

type MeasuredReport = Extract<OutcomesReport['evaluation'], { status: 'measured' }>

/** Lift, calibration and ranking, with 95% intervals. */
export function MeasuredOutcomes({ evaluation }: { evaluation: MeasuredReport }) {
  const { contacts, outcomes, months, overall, bands, tenths, lift, auc } = evaluation
  return (
    <>
      <ReportSection
        title="Results"
        text={`${formatQuantity(contacts, 'contact', 'contacts')} with a score snapshot, tracked for ${observationPeriodText(months)}. ${formatCount(outcomes)} of them are known to have moved. Each result has a 95% interval: 19 times out of 20, the true value lies within it.`}
      >
        <dl className="grid max-w-5xl gap-3 sm:grid-cols-3">
          {lift && (
            <Stat
              title={`Lift of the top ${formatExactPercent(lift.share)}`}
              value={`${lift.value.toFixed(1)}×`}
              interval={formatMultiples(lift)}
              meaning="How much more often the contacts with the highest predicted chances moved than contacts overall."
            />
          )}
          <Stat
            title="Moved overall"
            value={formatExactPercent(overall.observed)}
            interval={formatShares(overall)}
            meaning={`We expected ${formatExactPercent(overall.expected)} in the same period.`}
          />
          {auc && (
            <Stat
              title="Ranking accuracy (AUC)"
              value={auc.value.toFixed(2)}
              interval={`${auc.low.toFixed(2)} to ${auc.high.toFixed(2)}`}
              meaning="How often a contact who moved ranked above one who didn't. 0.50 is a coin toss."
            />
          )}
        </dl>
      </ReportSection>
      <ReportSection
        title="Are the predictions accurate?"
        text="Contacts are grouped by their predicted chance at the time of the snapshot. In groups above the dashed line, more people moved than expected. The 12-month chance is scaled to the months tracked."
      >
        {/* Wraps by the room next to the drawer, not by the window's width. */}
        <div className="flex max-w-5xl flex-wrap items-start gap-x-8 gap-y-4">
          <CalibrationPlot groups={tenths} />
          <div className="min-w-0 flex-1 basis-96 max-sm:basis-full">
            <ComparisonTable
              caption="Highest chance first. Contacts with the same chance stay in one group, so group sizes vary."
              group="Group"
              rows={tenths.map((part, index) => ({ ...part, label: String(index + 1) }))}
            />
          </div>
        </div>
      </ReportSection>
      <ReportSection title="By signal strength" className="max-w-3xl">
        <ComparisonTable
          caption="Score band at the time of the snapshot."
          group="Band"
          rows={bands.map((part) => ({ ...part, label: part.band }))}
        />
      </ReportSection>
    </>
  )
}

function Stat(props: { title: string; value: string; interval: string; meaning: string }) {
  return (
    <div className="rounded-lg border border-line bg-surface p-4">
      <dt className="text-[13px] text-dim">{props.title}</dt>
      <dd>
        <span className="text-2xl font-semibold tabular-nums">{props.value}</span>{' '}
        <span className="text-[13px] text-muted tabular-nums">({props.interval})</span>
        <p className="mt-1 text-[13px] text-muted">{props.meaning}</p>
      </dd>
    </div>
  )
}
