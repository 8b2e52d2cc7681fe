import { useQuery } from '@tanstack/react-query'
import type { RecalibrationStatus } from '#contract/recalibration.ts'
import type { CalibrationFigures } from '#domain/score/calibration-figures.ts'
import type { Recalibration } from '#domain/score/recalibration-report.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { formatCount, formatMomentDay, formatQuantity } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { categoryLabel } from '#web/ui/category.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { DataTable } from '#web/ui/table.tsx'
import { recalibrationQuery, useChooseCalibration, useRecalibrate } from './recalibration-queries.ts'
import { conversationsText, decisionText, factorText, levelText, rankingText } from './recalibration-texts.ts'

/** How known outcomes adjust the organization's scores. Owners and admins can run it and go back. */
export function RecalibrationPanel() {
  const query = useQuery(recalibrationQuery)
  const { user } = useCurrentUser()
  const isRestricted = user !== null && user.access !== 'all'
  const canChange = user?.role === 'OWNER' || user?.role === 'ADMIN'
  const recalibrate = useRecalibrate()
  const isRunning = recalibrate.isPending || (query.data?.running ?? null) !== null
  return (
    <Panel
      title="Scores adjusted to your outcomes"
      aside={
        canChange && (
          <Button
            size="row"
            className="ml-auto"
            pending={isRunning}
            pendingLabel="Running..."
            onClick={() => recalibrate.mutate()}
          >
            Run now
          </Button>
        )
      }
      text="Every night we compare past chances with outcomes on record. If an adjustment would have predicted later outcomes better, scores use it."
      className="mt-8 max-w-3xl"
    >
      <Loaded
        query={query}
        failure="We couldn't load the adjustment"
        isCompact
        pending={<Skeleton className="mt-3 h-24" />}
      >
        {(status) => (
          <>
            <InUse status={status} canChange={canChange} />
            {!status.latest && <NoResult isRestricted={isRestricted} />}
            {status.latest && <Report latest={status.latest} inUse={status.inUse} />}
            {status.versions.length > 0 && <Versions status={status} canChange={canChange} />}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function InUse({
  status: { inUse, chosen, versions },
  canChange,
}: {
  status: RecalibrationStatus
  canChange: boolean
}) {
  const version = versions.find((each) => each.version === inUse)
  return (
    <>
      <p className="mt-3 text-[15px] font-medium">
        {inUse === null
          ? 'Scores are not adjusted.'
          : `Adjusted to your ${version ? `${formatQuantity(version.outcomes, 'known outcome', 'known outcomes')} ` : 'outcomes '}(version ${inUse}).`}
      </p>
      {chosen && (
        <p className="mt-1 text-sm text-muted">
          Chosen{chosen.by && ` by ${chosen.by}`} on {formatMomentDay(chosen.at)}. Nightly runs don't change
          it.{canChange && ' Choose Run now to let nightly runs update it again.'}
        </p>
      )}
    </>
  )
}

function NoResult({ isRestricted }: { isRestricted: boolean }) {
  return (
    <p className="mt-1 text-sm text-muted">
      {isRestricted
        ? 'Results count all contacts of your organization. Only members who can see all contacts can see them.'
        : 'No results yet. It takes 100 known outcomes with 20 moves among them. An outcome is known when an enrichment at least 3 months after a score snapshot finds that the person moved, or still lives there.'}
    </p>
  )
}

interface ReportProps {
  latest: NonNullable<RecalibrationStatus['latest']>
  /** Version that scores are adjusted with. */
  inUse: number | null
}

function Report({ latest, inUse }: ReportProps) {
  const { report } = latest
  const { known, conversations, holdOut, ranking } = report
  const categories = report.categories.filter(({ fit }) => fit.status === 'fitted')
  const parts = [
    { label: "Everyone's odds of moving", value: levelText(report.intercept) },
    { label: 'Spread between high and low chances', value: factorText(report.slope) },
    ...categories.map(({ category, fit }) => ({
      label: `Odds with ${categoryLabel(category)}`,
      value: factorText(fit),
    })),
  ]
  return (
    <section aria-label="Latest result" className="mt-4 text-sm">
      <h3 className="text-sm font-semibold">
        Latest result, {formatMomentDay(latest.finishedAt)}
        <span className="font-normal text-muted">
          {latest.startedBy ? ` · run by ${latest.startedBy}` : ' · nightly run'}
        </span>
      </h3>
      <p className="mt-1">{decisionText(latest, inUse)}</p>
      <p className="mt-1 text-muted">
        {formatQuantity(known.outcomes, 'outcome', 'outcomes')} on record, {formatCount(known.moved)} of them{' '}
        {known.moved === 1 ? 'a move' : 'moves'}. {rankingText(ranking)}
      </p>
      {conversations && <p className="mt-1 text-muted">{conversationsText(conversations)}</p>}
      <DataTable
        caption="Fitted parts with their 95% intervals"
        isDense
        className="mt-3"
        rows={parts}
        rowKey={({ label }) => label}
        columns={[
          { label: 'What we adjusted', cell: ({ label }) => label, isRowHeader: true },
          { label: 'Setting (95% interval)', cell: ({ value }) => value, isNumber: true },
        ]}
      />
      {categories.length === 0 && (
        <p className="mt-1.5 text-[13px] text-muted">
          A category needs 500 outcomes, including 10 moves with that signal.
        </p>
      )}
      {holdOut && <BeforeAfter holdOut={holdOut} />}
    </section>
  )
}

function Figure({ figure, digits }: { figure: CalibrationFigures['auc']; digits: number }) {
  if (!figure) return '–'
  return (
    <>
      {figure.value.toFixed(digits)}{' '}
      <span className="text-dim max-sm:block">
        {figure.low.toFixed(digits)} to {figure.high.toFixed(digits)}
      </span>
    </>
  )
}

function BeforeAfter({ holdOut }: { holdOut: NonNullable<Recalibration['holdOut']> }) {
  const rows = (
    [
      ['Brier score (lower is better)', 'brier', 4],
      ['Calibration error (lower is better)', 'ece', 3],
      ['Ranking accuracy (AUC)', 'auc', 2],
    ] as const
  ).map(([label, key, digits]) => ({
    label,
    before: <Figure figure={holdOut.before[key]} digits={digits} />,
    after: <Figure figure={holdOut.after[key]} digits={digits} />,
  }))
  return (
    <>
      <p className="mt-3 text-[13px] text-muted">
        Tested on {formatQuantity(holdOut.outcomes, 'later outcome', 'later outcomes')} that the adjustment
        didn't learn from, with 95% intervals:
      </p>
      <DataTable
        caption="Predictions of later outcomes before and after the adjustment"
        isDense
        rows={rows}
        rowKey={({ label }) => label}
        columns={[
          { label: 'Measure', cell: ({ label }) => label, isRowHeader: true },
          { label: 'Before', cell: ({ before }) => before, isNumber: true },
          { label: 'After', cell: ({ after }) => after, isNumber: true },
        ]}
      />
    </>
  )
}

function Versions({ status, canChange }: { status: RecalibrationStatus; canChange: boolean }) {
  const choose = useChooseCalibration()
  const { inUse, versions } = status
  const rows = [
    ...versions.map(({ version, adoptedAt, outcomes }) => ({
      version,
      label: `Version ${version}`,
      detail: `${formatMomentDay(adoptedAt)}, ${formatQuantity(outcomes, 'outcome', 'outcomes')}`,
    })),
    { version: null, label: 'No adjustment', detail: 'The formula alone' },
  ]
  return (
    <section aria-label="Versions" className="mt-4">
      <h3 className="text-sm font-semibold">Versions</h3>
      <ul className="mt-1 grid text-sm">
        {rows.map(({ version, label, detail }) => (
          <li
            key={label}
            className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line/60 py-1"
          >
            <span className="font-medium">{label}</span>
            <span className="text-[13px] text-muted">{detail}</span>
            {version === inUse ? (
              <span className="ml-auto text-[13px] text-muted">In use</span>
            ) : (
              canChange && (
                <Button
                  size="row"
                  className="ml-auto"
                  aria-label={version === null ? 'Use no adjustment' : `Use version ${version}`}
                  pending={choose.isPending && choose.variables === version}
                  onClick={() => choose.mutate(version)}
                >
                  Use
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
