import type { OutcomesReport } from '#contract/outcomes.ts'
import { formatCount, formatQuantity } from '#web/lib/format.ts'
import { CalibrationPlot } from './calibration-plot.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import { formatMultiples, formatShare, formatShares, observationPeriodText } from './outcome-texts.ts'

type MeasuredReport = Extract<OutcomesReport['evaluation'], { status: 'measured' }>

/** Lift, calibration and ranking with their intervals. */
export function MeasuredOutcomes({ evaluation }: { evaluation: MeasuredReport }) {
  const { contacts, outcomes, months, overall, bands, tenths, lift, auc } = evaluation
  return (
    <>
      <section aria-labelledby="measured-heading">
        <h2 id="measured-heading" className="text-base">
          What happened
        </h2>
        <p className="mt-1 max-w-3xl text-sm text-muted">
          {formatQuantity(contacts, 'contact', 'contacts')} with a frozen score, watched for{' '}
          {observationPeriodText(months)}; {formatCount(outcomes)} of them are known to have moved. Every
          share has a 95
          {'\u00a0'}% interval: the true one lies in it in 19 of 20 cases.
        </p>
        <dl className="mt-3 grid max-w-5xl gap-3 sm:grid-cols-3">
          {lift && (
            <Figure
              title={`Lift of the top ${formatShare(lift.share)}`}
              value={`${lift.value.toFixed(1)}×`}
              interval={formatMultiples(lift)}
              meaning="How many times more often the contacts with the highest chances moved than all together."
            />
          )}
          <Figure
            title="Moved, of all"
            value={formatShare(overall.observed)}
            interval={formatShares(overall)}
            meaning={`Expected were ${formatShare(overall.expected)} in the same time.`}
          />
          {auc && (
            <Figure
              title="Ranked right"
              value={auc.value.toFixed(2)}
              interval={`${auc.low.toFixed(2)} to ${auc.high.toFixed(2)}`}
              meaning="How often, of two contacts, the one that moved had the higher chance. 0.50 is a coin toss."
            />
          )}
        </dl>
      </section>
      <section aria-labelledby="calibration-heading" className="mt-8">
        <h2 id="calibration-heading" className="text-base">
          Do the chances hold?
        </h2>
        <p className="mt-1 mb-3 max-w-3xl text-sm text-muted">
          Contacts in up to ten groups by frozen chance. Where a group stands above the dashed line, more of
          them moved than expected. A chance about twelve months is scaled to the months watched.
        </p>
        {/* By the room that is left beside the drawer, not by the window. */}
        <div className="flex max-w-5xl flex-wrap items-start gap-x-8 gap-y-4">
          <CalibrationPlot parts={tenths} />
          <div className="min-w-0 flex-1 basis-96 max-sm:basis-full">
            <ComparisonTable
              caption="By chance, highest first. Equal chances stay together, so groups may differ in size."
              group="Group"
              rows={tenths.map((part, at) => ({ ...part, label: String(at + 1) }))}
            />
          </div>
        </div>
      </section>
      <section aria-labelledby="bands-heading" className="mt-8 max-w-3xl">
        <h2 id="bands-heading" className="mb-1 text-base">
          By signal strength
        </h2>
        <ComparisonTable
          caption="The band of the score on the day it was frozen."
          group="Band"
          rows={bands.map((part) => ({ ...part, label: part.band }))}
        />
      </section>
    </>
  )
}

function Figure(props: { title: string; value: string; interval: string; meaning: string }) {
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
