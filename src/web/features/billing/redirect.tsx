import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { Spinner } from '#web/ui/button.tsx'

/** Replaces this page by another. Unlike `Navigate`, it also works in pages rendered on the server. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return (
    <main className="grid min-h-dvh place-items-center text-muted">
      <Spinner label="Loading" className="size-5" />
    </main>
  )
}
