import { useEffect, useState } from 'react'
import { OPEN_LOGIN } from './open-login.ts'
import { SignInDialog } from './sign-in-dialog.tsx'

/** Opens the sign-in dialog with the page-wide `open-login` event. */
export function SignInHost({ initiallyOpen = false }: { initiallyOpen?: boolean }) {
  const [open, setOpen] = useState(initiallyOpen)
  useEffect(() => {
    const onOpen = () => setOpen(true)
    window.addEventListener(OPEN_LOGIN, onOpen)
    return () => window.removeEventListener(OPEN_LOGIN, onOpen)
  }, [])
  return <SignInDialog open={open} onOpenChange={setOpen} />
}
