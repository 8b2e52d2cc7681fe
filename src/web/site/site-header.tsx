import { Moon, Sun } from 'lucide-react'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { BrandLink } from './brand-link.tsx'

const LINK =
  'inline-flex min-h-11 items-center px-1.5 text-sm text-muted transition-colors hover:text-text sm:px-3'

/** Sticky top bar of every public page. */
export function SiteHeader() {
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-page">
      <div className="mx-auto flex h-16 max-w-7xl items-center gap-1 px-4 sm:gap-2 sm:px-6">
        <BrandLink className="flex-1 sm:mr-4 sm:flex-none" />
        <nav aria-label="Sections" className="flex shrink-0 sm:mr-auto">
          <a href={urls.features} className={LINK}>
            Features
          </a>
          <a href={urls.pricing} className={LINK}>
            Pricing
          </a>
        </nav>
        <Button variant="ghost" size="icon" aria-label="Switch to light theme" data-action="toggle-theme">
          <Sun aria-hidden className="light:hidden" />
          <Moon aria-hidden className="hidden light:block" />
        </Button>
        <Button data-action="open-login" data-visitor>
          Login
        </Button>
        <Button asChild>
          <a href={urls.dashboard} data-member hidden>
            Dashboard
          </a>
        </Button>
      </div>
    </header>
  )
}
