import { assignTasks, countTasks, createTask, deleteTask, listTasks, updateTask } from '#contract/tasks.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { TasksService } from './service.ts'

export function tasksRoutes(api: Api, service: TasksService): void {
  api.serve(listTasks, async (call) => {
    const { view, limit } = call.query
    const { tasks, total, nextCursor } = await service.list(contextOf(call), call.query)
    call.reply.header('X-Total-Count', String(total))
    if (nextCursor) {
      const next = new URLSearchParams({ view, limit: String(limit), cursor: nextCursor })
      call.reply.header('Link', `</api/tasks?${next}>; rel="next"`)
    }
    return tasks
  })

  api.serve(countTasks, (call) => service.counts(contextOf(call)))

  api.serve(createTask, async (call) => {
    const task = await service.add(contextOf(call), call.body)
    call.reply.code(201)
    return task
  })

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

  api.serve(deleteTask, async (call) => {
    await service.remove(contextOf(call), call.params.id)
    return call.reply.code(204).send()
  })
}
