import type { PageHandle } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { TasksScreen } from './tasks-screen.tsx'

export const meta = privatePage('Tasks')
export const handle: PageHandle = { needs: 'subscription' }

export default TasksScreen
