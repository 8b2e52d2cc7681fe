import { assignTasks, countTasks, createTask, deleteTask, listTasks, updateTask } from '#contract/tasks.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import { sendItems } from '#server/platform/page.ts'
import type { TasksService } from './service.ts'

export function tasksRoutes(api: Api, service: TasksService): void {
  api.serve(listTasks, async (call) => sendItems(call, await service.list(contextOf(call), call.query)))

  api.serve(countTasks, (call) => service.countByView(contextOf(call)))

  api.serve(createTask, (call) => service.add(contextOf(call), call.body))

  api.serve(assignTasks, async (call) => ({
    done: await service.assign(contextOf(call), call.body.assignments),
  }))

  api.serve(updateTask, (call) => {
    const { body, params } = call
    const context = contextOf(call)
    if ('completed' in body) {
      return service.setStatus(context, params.id, body.completed ? 'completed' : 'pending', null)
    }
    if ('status' in body) {
      return service.setStatus(context, params.id, body.status, body.completedAt ?? null)
    }
    return service.update(context, params.id, body)
  })

  api.serve(deleteTask, (call) => service.remove(contextOf(call), call.params.id))
}
