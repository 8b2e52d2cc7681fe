import { lazy, Suspense, useEffect, useState } from 'react'
import { OPEN_LOGIN } from './open-login.ts'

const loadDialog = () => import('./sign-in-dialog.tsx')
const SignInDialog = lazy(async () => ({ default: (await loadDialog()).SignInDialog }))

/** Waits for the page-wide `open-login` event and loads the dialog with the first one. Mount it once a page. */
export function SignInHost() {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const onOpen = () => {
      setWanted(true)
      setOpen(true)
    }
    window.addEventListener(OPEN_LOGIN, onOpen)
    return () => window.removeEventListener(OPEN_LOGIN, onOpen)
  }, [])
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <SignInDialog open={open} onOpenChange={setOpen} />
    </Suspense>
  )
}
