import { QueryClientProvider } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { SignInHost } from '#web/features/auth/sign-in-dialog.tsx'
import { createQueryClient } from '#web/lib/query-client.ts'
import { adoptStyleNonce } from '#web/ui/style-nonce.ts'
import { Toaster, toast } from '#web/ui/toast.tsx'
import type { ToastMessage } from '#web/ui/toast-view.tsx'
import { isStaticPage } from './static-page.ts'

/** React parts of public pages (sign-in dialog and toasts), mounted once. */
let isMounted = false

function mount(signIn: boolean): void {
  if (isMounted) return
  isMounted = true
  adoptStyleNonce()
  const container = document.createElement('div')
  document.body.append(container)
  flushSync(() =>
    createRoot(container).render(
      <QueryClientProvider client={createQueryClient()}>
        <SignInHost initiallyOpen={signIn} />
        {/* Inside the application, the root renders the toaster. */}
        {isStaticPage() && <Toaster />}
      </QueryClientProvider>,
    ),
  )
}

/** Mounts and opens the dialog. Once mounted, it handles the open-login event itself. */
export function showSignIn(): void {
  mount(true)
}

export function showToast(message: ToastMessage): void {
  mount(false)
  toast(message)
}
