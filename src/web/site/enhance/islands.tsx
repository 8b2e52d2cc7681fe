import { QueryClientProvider } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { SignInHost } from '#web/features/auth/sign-in-host.tsx'
import { createQueryClient } from '#web/lib/query-client.ts'
import { adoptStyleNonce } from '#web/ui/style-nonce.ts'
import { Toaster, toast } from '#web/ui/toast.tsx'
import type { ToastMessage } from '#web/ui/toast-view.tsx'
import { isStaticPage } from './static-page.ts'

/** The parts of public pages that are React: the sign-in dialog and messages. They are put into the page once. */
let isMounted = false

function mount(signIn: boolean): void {
  if (isMounted) return
  isMounted = true
  adoptStyleNonce()
  const place = document.createElement('div')
  document.body.append(place)
  flushSync(() =>
    createRoot(place).render(
      <QueryClientProvider client={createQueryClient()}>
        <SignInHost initiallyOpen={signIn} />
        {/* Elsewhere the application's root shows them. */}
        {isStaticPage() && <Toaster />}
      </QueryClientProvider>,
    ),
  )
}

/** Opens the dialog the first time; from then on it listens itself. */
export function showSignIn(): void {
  mount(true)
}

export function showToast(message: ToastMessage): void {
  mount(false)
  toast(message)
}
