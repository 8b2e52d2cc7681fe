// browser-never-imports-server, browser-never-imports-node
import { readFileSync } from 'node:fs'
import { listTasks } from '#server/features/tasks/service.ts'

export const Inbox = () => <p>{listTasks().length + readFileSync('/dev/null').length}</p>
