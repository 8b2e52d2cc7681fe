import type { FunnelAnswer } from '#contract/analytics/answers.ts'
import { VIEW_CHARTS } from '#domain/analytics/charts.ts'
import { changeText } from '#domain/analytics/figures.ts'
import type { Milestone } from '#domain/analytics/milestones.ts'
import { categoryText, MILESTONE_LABELS } from '#domain/analytics/texts.ts'
import { formatValue } from '#domain/charts/values.ts'
import { privatePage } from '#web/lib/brand.ts'
import { AnalyticsView } from './analytics-view.tsx'
import { PeopleNumber } from './figures.tsx'
import { NumbersTable } from './numbers-table.tsx'
import { ViewCharts } from './view-charts.tsx'

export const meta = privatePage('Funnel')

export default function FunnelPage() {
  return (
    <AnalyticsView view="funnel" text="How far people got from their first signal to a closing." hasSide>
      {(answer) => {
        const [steps, ...byKind] = VIEW_CHARTS.funnel(answer)
        return (
          <>
            {steps && <ViewCharts view="funnel" charts={[steps]} />}
            <StepsTable answer={answer} />
            <ViewCharts view="funnel" charts={byKind} className="items-start lg:grid-cols-2" />
            <RowsTable
              title="All steps by signal"
              heading="Signal category"
              rows={answer.bySignal}
              nameOf={categoryText}
            />
            <RowsTable
              title="All steps by lead source"
              heading="Lead source"
              rows={answer.bySource}
              nameOf={(value) => value || 'No source'}
            />
          </>
        )
      }}
    </AnalyticsView>
  )
}

type Step = Omit<FunnelAnswer['stages'][number], 'milestone'> & { milestone: Milestone }

function StepsTable({ answer }: { answer: FunnelAnswer }) {
  const isCompared = answer.previous !== null
  const lost: Step = { milestone: 'lost', people: answer.lost, implied: 0, rate: null, rateOfFirst: null }
  const stages: readonly Step[] = [...answer.stages, lost]
  return (
    <NumbersTable<Step>
      title="Steps in numbers"
      text="A later step counts the earlier ones too, even if no one recorded them. In a short period a step can have more people than the one before."
      rows={stages}
      rowKey={({ milestone }) => milestone}
      empty="No one reached a step in this period."
      columns={[
        { label: 'Step', isRowHeader: true, cell: ({ milestone }) => MILESTONE_LABELS[milestone] },
        {
          label: 'People',
          isNumber: true,
          cell: ({ people, milestone }) => (
            <PeopleNumber value={people.value} drill={people.drill} label={MILESTONE_LABELS[milestone]} />
          ),
        },
        { label: 'Of the step before', isNumber: true, cell: ({ rate }) => formatValue(rate, 'percent') },
        {
          label: 'Of the first step',
          isNumber: true,
          cell: ({ rateOfFirst }) => formatValue(rateOfFirst, 'percent'),
        },
        { label: 'Not recorded', isNumber: true, cell: ({ implied }) => formatValue(implied, 'count') },
        ...(isCompared
          ? [
              {
                label: 'Change',
                isNumber: true,
                cell: ({ people }: Step) => changeText(people.value, people.previous ?? 0, 'count'),
              },
            ]
          : []),
      ]}
    />
  )
}

type FunnelRow = FunnelAnswer['bySignal'][number]

interface RowsTableProps {
  title: string
  heading: string
  rows: readonly FunnelRow[]
  nameOf: (value: string) => string
}

/** All steps of each signal or source. */
function RowsTable({ title, heading, rows, nameOf }: RowsTableProps) {
  const steps = Object.entries(MILESTONE_LABELS).filter(([milestone]) => milestone !== 'lost')
  return (
    <NumbersTable
      title={title}
      rows={rows}
      rowKey={({ value }) => value}
      empty="No one reached a step in this period."
      columns={[
        {
          label: heading,
          isRowHeader: true,
          cell: ({ value }) => nameOf(value),
          className: 'whitespace-nowrap',
        },
        ...steps.map(([, label], index) => ({
          label,
          isNumber: true,
          cell: ({ value, stages }: FunnelRow) => (
            <PeopleNumber
              value={stages[index]?.people ?? 0}
              drill={stages[index]?.drill ?? null}
              label={`${label}, ${nameOf(value)}`}
            />
          ),
        })),
        {
          label: 'Lost',
          isNumber: true,
          cell: ({ value, lost }) => (
            <PeopleNumber value={lost.people} drill={lost.drill} label={`Lost, ${nameOf(value)}`} />
          ),
        },
      ]}
    />
  )
}
