import type { AnalyticsFilter, AnalyticsQuery, AnalyticsView, DayRange } from '#contract/analytics/query.ts'
import { VIEW_CHARTS } from '#domain/analytics/charts.ts'
import { type NamedFigure, VIEW_FIGURES } from '#domain/analytics/figures.ts'
import { filtersText, type NamedFilters } from '#domain/analytics/filters-text.ts'
import type { ViewChart } from '#domain/analytics/view-chart.ts'
import type { AnalyticsService } from '#server/features/analytics/service.ts'
import type { OrganizationsService } from '#server/features/organizations/service.ts'
import type { TagsService } from '#server/features/tags/service.ts'
import type { TeamsService } from '#server/features/teams/service.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { viewCsv } from './service/csv.ts'
import { type Table, VIEW_TABLES } from './service/tables.ts'

type Features = {
  analytics: Pick<AnalyticsService, 'view'>
  organizations: Pick<OrganizationsService, 'listMembers'>
  tags: Pick<TagsService, 'list'>
  teams: Pick<TeamsService, 'list'>
}

/** Contents of a view. */
export type ViewContent = {
  answer: { range: DayRange; previous: DayRange | null; generatedAt: string }
  charts: readonly ViewChart[]
  figures: readonly NamedFigure[]
  /** The period and filters. */
  filtersText: string
}

const WIDTH = 800
const HEIGHT = 320
/** Members whose names are read for the text of a filter. */
const MAX_MEMBERS = 200

/** Charts of analytics as pictures, and views as CSV, for downloads and emails. */
export function analyticsPicturesService({ analytics, organizations, tags, teams }: Features) {
  async function nameFilters(context: Context, filters: AnalyticsFilter): Promise<NamedFilters> {
    const { member, team, tag } = filters
    const [members, teamList, tagList] = await Promise.all([
      member ? organizations.listMembers(context, { limit: MAX_MEMBERS }) : null,
      team ? teams.list(context) : [],
      tag ? tags.list(context) : [],
    ])
    const person = members?.items.find(({ id }) => id === member)
    const personName =
      person && ([person.firstName, person.lastName].filter(Boolean).join(' ') || person.email)
    return {
      ...filters,
      member: member && (personName ?? 'Former member'),
      team: team && (teamList.find(({ id }) => id === team)?.name ?? 'Deleted team'),
      tag: tag && (tagList.find(({ id }) => id === tag)?.name ?? 'Deleted tag'),
    }
  }

  /** Reads the contents that the screen of a view shows. */
  async function read(
    context: Context,
    { view, ...query }: AnalyticsQuery & { view: AnalyticsView },
  ): Promise<ViewContent> {
    const answer = await analytics.view(context, view, query)
    // Each view's functions take the answer of its view.
    const charts = (VIEW_CHARTS[view] as (answer: object) => ViewChart[])(answer)
    const figures = (VIEW_FIGURES[view] as (answer: object) => NamedFigure[])(answer)
    const filters = { ...(await nameFilters(context, answer.filters)), side: query.side }
    return { answer, charts, figures, filtersText: filtersText(answer.range, filters) }
  }

  async function drawChart({ title, chart }: ViewChart, text: string): Promise<Buffer> {
    // Loaded with the first picture, because few processes need it.
    const pictures = await import('#server/platform/pictures/draw-chart.ts')
    return pictures.drawChart(chart, { title, filtersText: text, width: WIDTH, height: HEIGHT })
  }

  return {
    read,
    drawChart,

    /** The figures and tables of a view as CSV. @throws {AppError} invalid */
    async exportCsv(
      context: Context,
      query: AnalyticsQuery & { view: AnalyticsView },
    ): Promise<Iterable<string>> {
      const { answer, figures, filtersText: text } = await read(context, query)
      const tables = (VIEW_TABLES[query.view] as (answer: object) => Table[])(answer)
      return viewCsv(query.view, { filtersText: text, previous: answer.previous, figures, tables })
    },

    /** Draws a chart of a view, by default its first. @throws {AppError} not_found for a chart that the view lacks; invalid */
    async draw(
      context: Context,
      { chart: chartId, ...query }: AnalyticsQuery & { view: AnalyticsView; chart?: string | undefined },
    ): Promise<Buffer> {
      const { charts, filtersText: text } = await read(context, query)
      const drawn = chartId ? charts.find(({ id }) => id === chartId) : charts[0]
      if (!drawn) throw notFound('Chart')
      return drawChart(drawn, text)
    },
  }
}
export type AnalyticsPicturesService = ReturnType<typeof analyticsPicturesService>
