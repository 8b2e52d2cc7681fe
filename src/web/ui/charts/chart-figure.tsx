import { ChartColumn, Download, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type Chart, type ChartTone, tableOf } from '#domain/charts/chart.ts'
import { Button } from '../button.tsx'
import { cx } from '../class-names.ts'
import { DropdownMenu, MenuItem } from '../dropdown-menu.tsx'
import { type Column, DataTable } from '../table.tsx'
import { ChartView } from './chart-view.tsx'

export interface ChartFigureProps {
  title: string
  /** A sentence that says what the chart counts. */
  description?: ReactNode
  chart: Chart
  height?: number
  /** Addresses of the people behind each number, by label and series; null if there are none. */
  links?: readonly (readonly (string | null)[])[]
  /** Addresses of the same numbers as files. */
  csvHref?: string
  pngHref?: string
}

/** A chart with its heading, its table, and its downloads. */
export function ChartFigure(props: ChartFigureProps) {
  const { title, description, chart, height, links = [], csvHref, pngHref } = props
  const [isTable, setTable] = useState(false)
  const navigate = useNavigate()
  const titleId = useId()
  // A place of the chart opens its people only where it can't mean several lists; the table links to each.
  const isSingle =
    new Set(links.flatMap((row) => row.flatMap((link, place) => (link ? [place] : [])))).size === 1
  const isEmpty = tableOf(chart).rows.length === 0
  const open = (index: number) => {
    const link = links[index]?.find((each) => each !== null)
    if (link) void navigate(link)
  }
  return (
    <figure aria-labelledby={titleId} className="min-w-0">
      <figcaption className="mb-3 flex items-start gap-1">
        <div className="min-w-0 grow">
          <h2 id={titleId} className="text-sm font-semibold">
            {title}
          </h2>
          {description && <p className="mt-0.5 text-[13px] text-pretty text-muted">{description}</p>}
        </div>
        <Button
          variant="ghost"
          size="icon"
          className={cx(isEmpty && 'invisible')}
          aria-label={isTable ? `Show ${title} as a chart` : `Show ${title} as a table`}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
        </Button>
        {(csvHref || pngHref) && (
          <DropdownMenu
            trigger={
              <Button variant="ghost" size="icon" aria-label={`Download ${title}`}>
                <Download aria-hidden />
              </Button>
            }
          >
            {csvHref && (
              <MenuItem asChild>
                <a href={csvHref} download>
                  CSV file
                </a>
              </MenuItem>
            )}
            {pngHref && (
              <MenuItem asChild>
                <a href={pngHref} download>
                  PNG picture
                </a>
              </MenuItem>
            )}
          </DropdownMenu>
        )}
      </figcaption>
      {isEmpty ? (
        <p className="text-[13px] text-muted">Nothing to show.</p>
      ) : isTable ? (
        <ChartTable chart={chart} titleId={titleId} links={links} />
      ) : (
        <>
          <Legend chart={chart} />
          <ChartView chart={chart} label={title} height={height} onOpen={isSingle ? open : undefined} />
        </>
      )}
    </figure>
  )
}

/** Names of the colors of a chart with several series. */
function Legend({ chart }: { chart: Chart }) {
  const series: readonly { name: string; tone: ChartTone }[] = 'series' in chart ? chart.series : []
  if (series.length < 2) return null
  return (
    <ul aria-hidden className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {series.map(({ name, tone }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span className="size-2 rounded-sm" style={{ background: `var(--color-${tone})` }} />
          {name}
        </li>
      ))}
    </ul>
  )
}

interface ChartTableProps extends Required<Pick<ChartFigureProps, 'chart' | 'links'>> {
  titleId: string
}

type TableRow = { index: number; cells: readonly string[] }

/** The numbers of a chart as a table; each links to the people behind it. */
function ChartTable({ chart, titleId, links }: ChartTableProps) {
  const { columns, rows } = tableOf(chart)
  const cellOf = ({ index, cells }: TableRow, place: number) => {
    const text = cells[place]
    const link = place > 0 && text !== '0' ? links[index]?.[place - 1] : null
    if (!link) return text
    return (
      <Link
        to={link}
        aria-label={`${text} ${columns[place]}, ${cells[0]}: list people`}
        className="text-accent hover:underline"
      >
        {text}
      </Link>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen scrolls by keyboard
    <section tabIndex={0} aria-labelledby={titleId} className="overflow-x-auto">
      <DataTable<TableRow>
        labelledBy={titleId}
        isDense
        columns={columns.map(
          (label, place): Column<TableRow> => ({
            ...{ label, isNumber: place > 0, isRowHeader: place === 0, cell: (row) => cellOf(row, place) },
          }),
        )}
        rows={rows.map((cells, index) => ({ index, cells }))}
        rowKey={({ index }) => String(index)}
      />
    </section>
  )
}
