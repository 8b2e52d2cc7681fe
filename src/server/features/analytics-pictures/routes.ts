import { Readable } from 'node:stream'
import { drawAnalytics } from '#contract/analytics/pictures.ts'
import { exportAnalytics } from '#contract/analytics/views.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { AnalyticsPicturesService } from './service.ts'

export function analyticsPicturesRoutes(api: Api, service: AnalyticsPicturesService): void {
  api.serve(exportAnalytics, async (call) => {
    const lines = await service.exportCsv(contextOf(call), call.query)
    return call.reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="${call.query.view}.csv"`)
      .send(Readable.from(lines))
  })
  api.serve(drawAnalytics, async (call) => {
    const { view, chart } = call.query
    const picture = await service.draw(contextOf(call), call.query)
    return call.reply
      .type('image/png')
      .header('Content-Disposition', `attachment; filename="${chart ? `${view}-${chart}` : view}.png"`)
      .send(picture)
  })
}
