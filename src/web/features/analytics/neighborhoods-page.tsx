import { MapPinned } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { NeighborhoodsAnswer } from '#contract/analytics/answers.ts'
import { VIEW_CHARTS } from '#domain/analytics/charts.ts'
import { formatValue } from '#domain/charts/values.ts'
import { type PlaceDot, PlacesMap } from '#web/features/map/places-map.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { formatQuantity, joinPresent } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Select } from '#web/ui/form.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { AnalyticsView } from './analytics-view.tsx'
import { PeopleNumber } from './figures.tsx'
import { NumbersTable } from './numbers-table.tsx'
import { peopleUrl } from './use-analytics-url-state.ts'
import { ViewCharts } from './view-charts.tsx'

export const meta = privatePage('Neighborhoods')

type Neighborhood = NeighborhoodsAnswer['neighborhoods'][number]

/** Choice of the map. */
const ALL_STATES = ''

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
            <NeighborhoodsMap neighborhoods={answer.neighborhoods} />
            <ViewCharts view="neighborhoods" charts={VIEW_CHARTS.neighborhoods(answer)} />
            <NeighborhoodList neighborhoods={answer.neighborhoods} />
          </>
        )
      }
    </AnalyticsView>
  )
}

/** ZIP codes as dots on shaded counties, first of the state with the most contacts; the table below has all numbers and links. */
function NeighborhoodsMap({ neighborhoods }: { neighborhoods: readonly Neighborhood[] }) {
  const navigate = useNavigate()
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const [chosenState, setChosenState] = useState<string | null>(null)
  const placed = neighborhoods.filter(({ position }) => position !== null)
  const states = [...new Set(placed.flatMap(({ state }) => state ?? []))]
  // A filter can take away the chosen state.
  const isListed = chosenState === ALL_STATES || states.includes(chosenState ?? '')
  const state = isListed ? chosenState : (states[0] ?? ALL_STATES)
  const shown = placed.filter((each) => state === ALL_STATES || each.state === state)
  if (shown.length === 0) return null
  const open = (key: string) => {
    const drill = shown.find(({ zip }) => zip === key)?.drill
    if (drill) void navigate(peopleUrl(drill))
  }
  return (
    <Card className="mt-4 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-semibold">ZIP codes on the map</h2>
        {states.length > 1 && (
          <Select
            aria-label="State on the map"
            className="w-40"
            value={state ?? ALL_STATES}
            onValue={setChosenState}
            options={[
              ...states.map((value) => ({ value, label: value })),
              { value: ALL_STATES, label: 'All states' },
            ]}
          />
        )}
      </div>
      <PlacesMap
        className="mt-3 max-w-4xl"
        label="Map of your ZIP codes. Counties with more contacts are darker."
        counties={contactsByCounty(shown)}
        dots={shown.flatMap(dotOf)}
        activeKey={activeKey}
        onActive={setActiveKey}
        onOpen={open}
      />
    </Card>
  )
}

function dotOf({ zip, city, contacts, expectedMoves, position }: Neighborhood): PlaceDot[] {
  if (!zip || !position) return []
  const people = formatQuantity(contacts, 'contact', 'contacts')
  const label = `${joinPresent([zip, city], ' ')}: ${people}, ${formatValue(expectedMoves, 'count')} expected moves`
  return [{ key: zip, ...position, count: contacts, label }]
}

function contactsByCounty(neighborhoods: readonly Neighborhood[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { county, contacts } of neighborhoods)
    if (county) counts.set(county, (counts.get(county) ?? 0) + contacts)
  return counts
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
