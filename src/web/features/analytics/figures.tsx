import { Link } from 'react-router'
import { changeText, type NamedFigure } from '#domain/analytics/figures.ts'
import { type ChartUnit, formatValue } from '#domain/charts/values.ts'
import { peopleUrl } from './use-analytics-url-state.ts'

/** The main numbers of a view; those that count people link to them. */
export function Figures({ figures }: { figures: readonly NamedFigure[] }) {
  return (
    <dl className="mt-4 grid grid-cols-2 overflow-hidden rounded-lg border border-line bg-surface sm:grid-cols-3 xl:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))]">
      {figures.map(({ label, figure, unit = 'count' }) => (
        // Lines of the last column and row lie outside, so that a row that isn't full has no gray rest.
        <div key={label} className="-mr-px -mb-px border-r border-b border-line px-4 py-3">
          <dt className="text-[13px] text-muted">{label}</dt>
          <dd className="mt-0.5">
            <span className="text-xl font-semibold tabular-nums">
              <PeopleNumber value={figure.value} drill={figure.drill} label={label} unit={unit} />
            </span>
            {figure.previous !== null && (
              <span className="block text-[13px] text-muted tabular-nums">
                {changeText(figure.value, figure.previous, unit)}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface PeopleNumberProps {
  value: number | null
  /** Query of the people behind it. */
  drill: string | null
  label: string
  unit?: ChartUnit
}

/** A number that opens the list of its people. */
export function PeopleNumber({ value, drill, label, unit = 'count' }: PeopleNumberProps) {
  const text = formatValue(value, unit)
  if (!drill || !value) return text
  return (
    <Link
      to={peopleUrl(drill)}
      aria-label={`${text} ${label}: list people`}
      className="rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-text"
    >
      {text}
    </Link>
  )
}
