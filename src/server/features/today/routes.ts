import { getToday } from '#contract/today.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { TodayService } from './service.ts'

export function todayRoutes(api: Api, service: TodayService): void {
  api.serve(getToday, (call) => service.list(contextOf(call), call.query))
}
