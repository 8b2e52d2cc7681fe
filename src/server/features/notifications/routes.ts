import { listNotifications, readNotifications } from '#contract/notifications.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { NotificationsService } from './service.ts'

export function notificationsRoutes(api: Api, service: NotificationsService): void {
  api.serve(listNotifications, (call) => service.list(contextOf(call), call.query))
  api.serve(readNotifications, (call) =>
    service.markRead(contextOf(call), 'ids' in call.body ? call.body.ids : null),
  )
}
