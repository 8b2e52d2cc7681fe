import type { Chart } from '#domain/charts/chart.ts'
import type { SeriesUnit } from './day-range.ts'
import type { Milestone } from './milestones.ts'
import type { CoverageField } from './texts.ts'

/** A chart of a view, for the screen, its table and its picture. */
export type ViewChart = {
  /** Unique within the view. */
  readonly id: string
  readonly title: string
  readonly description: string
  readonly chart: Chart
  /** Queries of the people behind each number, by label and series; null for numbers that are not people. */
  readonly drills: readonly (readonly (string | null)[])[]
}

export type Figure = { value: number | null; previous: number | null; drill: string | null }
export type TimeSeries<Row> = {
  range: { to: string }
  unit: SeriesUnit
  series: readonly (Row & { from: string })[]
}

export type OverviewSeries = Record<OverviewKey, number>
export type OverviewKey = 'signals' | 'activities' | 'conversations' | 'appointmentsSet' | 'closed'
export type Overview = TimeSeries<OverviewSeries> & {
  figures: Record<OverviewKey, Figure>
  previousSeries: readonly OverviewSeries[] | null
}

export type FunnelRow = {
  value: string
  stages: readonly { people: number; drill: string | null }[]
}
export type Funnel = {
  stages: readonly { milestone: Milestone; people: Figure }[]
  bySignal: readonly FunnelRow[]
  bySource: readonly FunnelRow[]
}

export type Response = {
  previous: unknown
  histogram: readonly {
    fromMinutes: number
    toMinutes: number | null
    people: number
    previous: number | null
    drill: string | null
  }[]
  bySignal: readonly {
    signal: string
    medianMinutes: number | null
    percentile80Minutes: number | null
    drill: string
  }[]
}

export type Members = {
  members: readonly {
    name: string
    isFormer: boolean
    conversations: Figure
    appointmentsSet: Figure
    closed: Figure
  }[]
}

export type Bands = {
  bands: readonly {
    minScore: number
    maxScore: number
    people: number
    movedDrill: string | null
    rate: number | null
    low: number | null
    high: number | null
    expected: number | null
  }[]
}

export type Movement = TimeSeries<{ rose: number; fell: number; added: number }> & {
  rose: Figure
  fell: Figure
  added: Figure
}

export type Coverage = {
  fields: readonly {
    field: CoverageField
    known: number
    missing: number
    stale: number
    drill: string | null
  }[]
}

export type Credits = {
  bySignal: readonly { signal: string; used: number; conversations: number; drill: string }[]
}

export type Pipeline = {
  stages: readonly { milestone: Milestone; people: number; feeCents: number; drill: string | null }[]
}

export type Neighborhoods = {
  neighborhoods: readonly {
    zip: string | null
    city: string | null
    contacts: number
    expectedMoves: number
    drill: string | null
  }[]
}
