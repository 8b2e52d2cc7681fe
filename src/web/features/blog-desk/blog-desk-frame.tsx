import { Outlet } from 'react-router'
import { OperatorOnly } from '#web/features/admin/operator-only.tsx'
import { Protected } from '#web/features/auth/protected.tsx'

/** The frame of the content desk, for operators only. */
export default function BlogDeskFrame() {
  return (
    <Protected>
      <OperatorOnly>
        <div className="min-w-0 px-4 pt-4 pb-20 sm:px-5">
          <Outlet />
        </div>
      </OperatorOnly>
    </Protected>
  )
}
