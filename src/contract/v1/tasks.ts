import { z } from 'zod'
import { apiEndpoint } from '../endpoint.ts'
import { newTask, TASK_PRIORITIES, TASK_VIEWS } from '../tasks.ts'
import { isoDateTime } from '../text.ts'
import { named, pageOf, pageQuery } from './schemas.ts'

const task = named(
  'Task',
  z.object({
    id: z.string(),
    contactId: z.string(),
    playbookId: z.string().nullable(),
    assignedTo: z.string().nullable().describe('Id of the member'),
    title: z.string(),
    description: z.string().nullable(),
    dueDate: isoDateTime.nullable(),
    status: z.enum(['pending', 'in_progress', 'completed']),
    completedAt: isoDateTime.nullable(),
    priority: z.enum(TASK_PRIORITIES),
    isAutomatic: z.boolean(),
    isAppointment: z.boolean(),
    createdAt: isoDateTime,
    updatedAt: isoDateTime,
  }),
)
export type ApiTask = z.infer<typeof task>

export const listTasks = apiEndpoint('GET /api/v1/tasks', {
  summary: 'List tasks by due date; completed ones newest first',
  scope: 'tasks:read',
  operationId: 'listTasks',
  query: z.strictObject({
    ...pageQuery,
    view: z
      .enum(TASK_VIEWS)
      .default('open')
      .describe('`mine` are the open tasks of your member, `week` those due within seven days'),
  }),
  responses: { 200: pageOf(task) },
})

export const getTask = apiEndpoint('GET /api/v1/tasks/{id}', {
  summary: 'Get a task',
  scope: 'tasks:read',
  operationId: 'getTask',
  responses: { 200: task },
})

export const createTask = apiEndpoint('POST /api/v1/tasks', {
  summary: 'Add a task for a contact; 409 if the contact is marked do not contact',
  scope: 'tasks:write',
  operationId: 'createTask',
  otherErrors: [404],
  body: named('TaskInput', newTask),
  responses: { 201: task },
})

const { contactId: _, priority, ...fields } = newTask.shape
const taskChanges = named(
  'TaskChanges',
  z
    .strictObject({ ...fields, priority: priority.unwrap() })
    .partial()
    .refine((changes) => Object.keys(changes).length > 0, 'Send at least one change'),
)

export const updateTask = apiEndpoint('PATCH /api/v1/tasks/{id}', {
  summary: 'Change some fields of a task',
  scope: 'tasks:write',
  operationId: 'updateTask',
  body: taskChanges,
  responses: { 200: task },
})

export const completeTask = apiEndpoint('POST /api/v1/tasks/{id}/complete', {
  summary: 'Complete a task',
  scope: 'tasks:write',
  operationId: 'completeTask',
  responses: { 200: task },
})

export const deleteTask = apiEndpoint('DELETE /api/v1/tasks/{id}', {
  summary: 'Delete a task',
  scope: 'tasks:write',
  operationId: 'deleteTask',
})
