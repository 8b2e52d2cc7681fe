import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import type { MembersAnswer } from '#contract/analytics/answers.ts'
import type { Figure } from '#contract/analytics/query.ts'
import { ACTIVITY_TYPES } from '#domain/activities/activity.ts'
import { VIEW_CHARTS } from '#domain/analytics/charts.ts'
import { ACTIVITY_LABELS, MEMBER_OUTCOMES, memberNameOf } from '#domain/analytics/texts.ts'
import { formatValue } from '#domain/charts/values.ts'
import { privatePage } from '#web/lib/brand.ts'
import { Select } from '#web/ui/form.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { AnalyticsView } from './analytics-view.tsx'
import { PeopleNumber } from './figures.tsx'
import { NumbersTable } from './numbers-table.tsx'
import { ViewCharts } from './view-charts.tsx'

export const meta = privatePage('Members')

type Row = MembersAnswer['members'][number]

type Outcome = (typeof MEMBER_OUTCOMES)[number][0]

export default function MembersPage() {
  return (
    <AnalyticsView view="members" text="Activities of each member and what came of them." hasSide>
      {(answer) => <Members answer={answer} />}
    </AnalyticsView>
  )
}

function Members({ answer }: { answer: MembersAnswer }) {
  const [sort, setSort] = useState<Outcome | ''>('')
  const { canRank, minConversationsToRank } = answer
  const named = answer.members.map((member) => ({ ...member, name: memberNameOf(member) }))
  const members = canRank && sort ? named.toSorted((a, b) => b[sort].value - a[sort].value) : named
  if (members.length === 0)
    return (
      <EmptyState
        icon={<UsersRound />}
        title="No activities in this period"
        description="Log calls, texts and meetings on a contact or on Today, or choose a longer period."
      />
    )
  return (
    <>
      {canRank ? (
        <Select
          aria-label="Order"
          className="mt-4 w-56"
          placeholder="By name"
          options={MEMBER_OUTCOMES.map(([value, label]) => ({ value, label: `Most: ${label}` }))}
          value={sort}
          onValue={(value) => setSort(value as Outcome | '')}
        />
      ) : (
        <p className="mt-4 max-w-3xl rounded-lg border border-line bg-raised px-3 py-2.5 text-[13px] text-muted">
          Members are listed by name, not ranked. With fewer than {minConversationsToRank} conversations each,
          a difference says more about chance than about work.
        </p>
      )}
      <ViewCharts view="members" charts={VIEW_CHARTS.members({ members })} />
      <NumbersTable<Row>
        title="Outcomes"
        rows={members}
        rowKey={keyOf}
        empty=""
        columns={[
          { label: 'Member', isRowHeader: true, cell: ({ name }) => name, className: 'whitespace-nowrap' },
          ...MEMBER_OUTCOMES.map(([key, label]) => ({
            label,
            isNumber: true,
            cell: (row: Row) => <MemberNumber figure={row[key]} label={`${label}, ${row.name}`} />,
          })),
          {
            label: 'Median response',
            isNumber: true,
            className: 'whitespace-nowrap',
            cell: ({ medianResponseMinutes }) => formatValue(medianResponseMinutes, 'minutes'),
          },
        ]}
      />
      <NumbersTable<Row>
        title="Activities"
        rows={members}
        rowKey={keyOf}
        empty=""
        columns={[
          { label: 'Member', isRowHeader: true, cell: ({ name }) => name, className: 'whitespace-nowrap' },
          ...ACTIVITY_TYPES.map((type) => ({
            label: ACTIVITY_LABELS[type],
            isNumber: true,
            cell: ({ activities, name }: Row) => (
              <MemberNumber figure={activities[type]} label={`${ACTIVITY_LABELS[type]}, ${name}`} />
            ),
          })),
        ]}
      />
    </>
  )
}

function MemberNumber({ figure: { value, previous, drill }, label }: { figure: Figure; label: string }) {
  return (
    <>
      <PeopleNumber value={value} drill={drill} label={label} />
      {previous !== null && (
        <span className="block text-xs text-dim">from {formatValue(previous, 'count')}</span>
      )}
    </>
  )
}

const keyOf = ({ memberId, name }: Row) => memberId ?? name
