import { Link } from 'react-router'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { openLogin } from '#web/features/auth/open-login.ts'
import { SignInHost } from '#web/features/auth/sign-in-host.tsx'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { BrandLink } from './brand-link.tsx'

const LINK =
  'inline-flex min-h-11 items-center px-3 text-sm text-muted transition-colors hover:text-text max-[30rem]:hidden'

/** The sticky top bar of every public page; brings the sign-in dialog with it. */
export function SiteHeader() {
  const { state } = useCurrentUser()
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-page">
      <div className="mx-auto flex h-16 max-w-7xl items-center gap-2 px-4 sm:px-6">
        <BrandLink className="mr-auto sm:mr-4" />
        <nav aria-label="Sections" className="flex sm:mr-auto">
          <Link to={urls.features} className={LINK}>
            Features
          </Link>
          <Link to={urls.pricing} className={LINK}>
            Pricing
          </Link>
        </nav>
        <ThemeToggle />
        {state === 'signed-in' ? (
          <Button asChild>
            <Link to={urls.dashboard} prefetch="intent">
              Dashboard
            </Link>
          </Button>
        ) : (
          <Button onClick={openLogin}>Login</Button>
        )}
      </div>
      <SignInHost />
    </header>
  )
}
