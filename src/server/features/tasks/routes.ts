import { updateTask } from '#contract/tasks.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { TasksService } from './service.ts'

export function tasksRoutes(api: Api, service: TasksService): void {
  api.serve(updateTask, (call) => {
    const { body, params } = call
    if ('completed' in body) {
      return service.setStatus(contextOf(call), params.id, body.completed ? 'completed' : 'pending', null)
    }
    return service.setStatus(contextOf(call), params.id, body.status, body.completedAt ?? null)
  })
}
