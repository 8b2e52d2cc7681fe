import type { AnalyticsFilter, AnalyticsQuery, AnalyticsView } from '#contract/analytics.ts'
import { VIEW_CHARTS } from '#domain/analytics/charts.ts'
import { filtersText, type NamedFilters } from '#domain/analytics/filters-text.ts'
import type { ViewChart } from '#domain/analytics/view-chart.ts'
import type { AnalyticsService } from '#server/features/analytics/service.ts'
import type { OrganizationsService } from '#server/features/organizations/service.ts'
import type { TagsService } from '#server/features/tags/service.ts'
import type { TeamsService } from '#server/features/teams/service.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'

type Features = {
  analytics: Pick<AnalyticsService, 'view'>
  organizations: Pick<OrganizationsService, 'listMembers'>
  tags: Pick<TagsService, 'list'>
  teams: Pick<TeamsService, 'list'>
}

const WIDTH = 800
const HEIGHT = 320
/** Members whose names are read for the text of a filter. */
const MAX_MEMBERS = 200

/** Pictures of the charts of analytics, for downloads and e-mails. */
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

  return {
    /** Draws a chart of a view, by default its first. @throws {AppError} not_found for a chart that the view lacks; invalid */
    async draw(
      context: Context,
      {
        view,
        chart: chartId,
        ...query
      }: AnalyticsQuery & { view: AnalyticsView; chart?: string | undefined },
    ): Promise<Buffer> {
      const answer = await analytics.view(context, view, query)
      // Each view's function takes the answer of its view.
      const charts = (VIEW_CHARTS[view] as (answer: object) => ViewChart[])(answer)
      const drawn = chartId ? charts.find(({ id }) => id === chartId) : charts[0]
      if (!drawn) throw notFound('Chart')
      const filters = { ...(await nameFilters(context, answer.filters)), side: query.side }
      // Loaded with the first picture, because few processes need it.
      const { drawChart } = await import('#server/platform/pictures/draw-chart.ts')
      return drawChart(drawn.chart, {
        title: drawn.title,
        filtersText: filtersText(answer.range, filters),
        width: WIDTH,
        height: HEIGHT,
      })
    },
  }
}
export type AnalyticsPicturesService = ReturnType<typeof analyticsPicturesService>
