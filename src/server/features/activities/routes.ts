import { deleteActivity, logActivity, snoozeContact, updateActivity } from '#contract/activities.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { ActivitiesService } from './service.ts'

export function activitiesRoutes(api: Api, service: ActivitiesService): void {
  api.serve(logActivity, (call) => service.log(contextOf(call), call.params.id, call.body))
  api.serve(updateActivity, (call) => service.update(contextOf(call), call.params.id, call.body))
  api.serve(deleteActivity, (call) => service.remove(contextOf(call), call.params.id))
  api.serve(snoozeContact, (call) => service.snooze(contextOf(call), call.params.id, call.body.until))
}
