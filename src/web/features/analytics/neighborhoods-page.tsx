import { MapPinned } from 'lucide-react'
import type { NeighborhoodsAnswer } from '#contract/analytics.ts'
import { VIEW_CHARTS } from '#domain/analytics/charts.ts'
import { formatValue } from '#domain/charts/values.ts'
import { privatePage } from '#web/lib/brand.ts'
import { joinPresent } from '#web/lib/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { AnalyticsView } from './analytics-view.tsx'
import { PeopleNumber } from './figures.tsx'
import { NumbersTable } from './numbers-table.tsx'
import { ViewCharts } from './view-charts.tsx'

export const meta = privatePage('Neighborhoods')

type Neighborhood = NeighborhoodsAnswer['neighborhoods'][number]

const NUMBERS = [
  ['signals', 'New signals'],
  ['conversations', 'Conversations'],
  ['closed', 'Closed'],
  ['moves', 'Moves'],
] as const

export default function NeighborhoodsPage() {
  return (
    <AnalyticsView view="neighborhoods" text="Where your contacts live and where your work pays off." hasSide>
      {(answer) =>
        answer.neighborhoods.length === 0 ? (
          <EmptyState
            icon={<MapPinned />}
            title="No contacts"
            description="Add or import contacts with their addresses, or remove a filter."
          />
        ) : (
          <>
            <ViewCharts view="neighborhoods" charts={VIEW_CHARTS.neighborhoods(answer)} />
            <NeighborhoodList neighborhoods={answer.neighborhoods} />
          </>
        )
      }
    </AnalyticsView>
  )
}

function NeighborhoodList({ neighborhoods }: { neighborhoods: readonly Neighborhood[] }) {
  return (
    <NumbersTable<Neighborhood>
      title="All ZIP codes"
      text="The 200 ZIP codes with the most contacts. Expected moves are the moves within 12 months that the scores expect."
      rows={neighborhoods}
      rowKey={({ zip }) => zip ?? ''}
      empty=""
      columns={[
        {
          label: 'ZIP code',
          isRowHeader: true,
          cell: ({ zip }) => zip ?? 'No ZIP code',
          className: 'whitespace-nowrap',
        },
        {
          label: 'City',
          cell: ({ zip, city, state }) => zip && joinPresent([city, state]),
          className: 'whitespace-nowrap',
        },
        {
          label: 'Contacts',
          isNumber: true,
          cell: ({ contacts, drill, zip }) => (
            <PeopleNumber value={contacts} drill={drill} label={`Contacts in ${zip ?? 'no ZIP code'}`} />
          ),
        },
        {
          label: 'Expected moves',
          isNumber: true,
          cell: ({ expectedMoves }) => formatValue(expectedMoves, 'count'),
        },
        ...NUMBERS.map(([key, label]) => ({
          label,
          isNumber: true,
          cell: (row: Neighborhood) => (
            <PeopleNumber
              value={row[key].value}
              drill={row[key].drill}
              label={`${label} in ${row.zip ?? 'no ZIP code'}`}
            />
          ),
        })),
      ]}
    />
  )
}
