import { Outlet } from 'react-router'
import type { PageHandle } from '#web/features/auth/protected.tsx'

export const handle: PageHandle = { needs: 'operator' }

/** The frame of the content desk, for operators only. */
export default function BlogDeskFrame() {
  return <Outlet />
}
