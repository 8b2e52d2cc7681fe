import type { PageHandle } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { TodayScreen } from './today-screen.tsx'

export const meta = privatePage('Today')
export const handle: PageHandle = { needs: 'subscription' }

export default TodayScreen
