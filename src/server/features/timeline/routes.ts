import { getTimeline } from '#contract/timeline.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { TimelineService } from './service.ts'

export function timelineRoutes(api: Api, service: TimelineService): void {
  api.serve(getTimeline, (call) => service.list(contextOf(call), call.params.id, call.query))
}
