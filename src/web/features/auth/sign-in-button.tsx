import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { openLogin } from './open-login.ts'
import { SignInHost } from './sign-in-dialog.tsx'

/** A button that opens the sign-in dialog, which it adds to the page. The `open-login` event opens the dialog too. */
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
