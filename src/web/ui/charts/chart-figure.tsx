import { ChartColumn, Download, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { type Chart, tableOf } from '#domain/charts/chart.ts'
import { Button } from '../button.tsx'
import { DropdownMenu, MenuItem } from '../dropdown-menu.tsx'
import { type Column, DataTable } from '../table.tsx'
import { ChartView } from './chart-view.tsx'

export interface ChartFigureProps {
  title: string
  /** What the chart counts, in a sentence. */
  description?: ReactNode
  chart: Chart
  height?: number
  /** Address of the people behind a label, by its index; null if there are none. */
  linkOf?: (index: number) => string | null
  /** Opens an address, as the router does. */
  onOpen?: (address: string) => void
  /** Addresses of the same numbers as files. */
  csvHref?: string
  pngHref?: string
}

/** A chart with its heading, its table, and its downloads. */
export function ChartFigure(props: ChartFigureProps) {
  const { title, description, chart, height, linkOf, onOpen, csvHref, pngHref } = props
  const [isTable, setTable] = useState(false)
  const titleId = useId()
  const open = (index: number) => {
    const address = linkOf?.(index)
    if (address) onOpen?.(address)
  }
  return (
    <figure aria-labelledby={titleId} className="min-w-0">
      <figcaption className="mb-3 flex items-start gap-2">
        <div className="min-w-0 grow">
          <h3 id={titleId} className="text-sm font-semibold">
            {title}
          </h3>
          {description && <p className="mt-0.5 text-[13px] text-muted">{description}</p>}
        </div>
        <Button
          variant="ghost"
          size="icon"
          aria-label={isTable ? `Show ${title} as a chart` : `Show ${title} as a table`}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? <ChartColumn /> : <Table2 />}
        </Button>
        {(csvHref || pngHref) && (
          <DropdownMenu
            trigger={
              <Button variant="ghost" size="icon" aria-label={`Download ${title}`}>
                <Download />
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
      {isTable ? (
        <ChartTable chart={chart} titleId={titleId} linkOf={linkOf} />
      ) : (
        <ChartView chart={chart} label={title} height={height} onOpen={linkOf && onOpen ? open : undefined} />
      )}
    </figure>
  )
}

interface ChartTableProps {
  chart: Chart
  titleId: string
  linkOf: ((index: number) => string | null) | undefined
}

type TableRow = { index: number; cells: readonly string[] }

/** The numbers of a chart as a table, whose labels link to the people behind them. */
function ChartTable({ chart, titleId, linkOf }: ChartTableProps) {
  const { columns, rows } = tableOf(chart)
  const cellOf = ({ index, cells }: TableRow, place: number) => {
    const link = place === 0 ? linkOf?.(index) : null
    if (!link) return cells[place]
    return (
      <a href={link} className="text-accent hover:underline">
        {cells[place]}
      </a>
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
