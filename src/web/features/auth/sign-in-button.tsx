import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { openLogin } from './open-login.ts'
import { SignInHost } from './sign-in-dialog.tsx'

/** A button that opens the sign-in, on pages that don't have it otherwise; the `open-login` event opens it, too. */
export function SignInButton({ children }: { children: ReactNode }) {
  return (
    <>
      <Button variant="primary" onClick={openLogin}>
        {children}
      </Button>
      <SignInHost initiallyOpen={false} />
    </>
  )
}
