import { Moon, ShieldCheck, Sun } from 'lucide-react'
import { useEffect } from 'react'
import { type HeadersFunction, Outlet } from 'react-router'
import { useBrand, useIsOrganizationSite } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Input } from '#web/ui/form.tsx'
import { BrandLink } from './brand-link.tsx'
import { enhancePage } from './enhance/enhance-page.ts'
import { HoneypotField } from './parts/public-form.tsx'

/** Serves these pages as HTML with one small script instead of React. */
export const handle = { static: true }

/** Server cache time of rendered pages, in seconds. */
const CACHE_SECONDS = 60

export const headers: HeadersFunction = () => ({ 'Cache-Control': `s-maxage=${CACHE_SECONDS}` })

export default function SiteFrame() {
  const isOrganizationSite = useIsOrganizationSite()
  // Runs only after client-side navigation from the application, where React is still active.
  useEffect(enhancePage, [])
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-lg focus:bg-raised focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <SiteHeader />
      <Outlet />
      {isOrganizationSite ? <LegalFooter /> : <SiteFooter />}
    </>
  )
}

const LINK_CLASSES =
  'inline-flex min-h-11 items-center px-1.5 text-sm text-muted transition-colors hover:text-text sm:px-3'

const SITE_LINKS = [
  { label: 'Features', to: urls.features },
  { label: 'Pricing', to: urls.pricing },
] as const
/** On an organization's own domain. */
const APP_LINKS = [{ label: 'Documentation', to: urls.documentation }] as const

/** Sticky top bar of every public page. */
function SiteHeader() {
  const isOrganizationSite = useIsOrganizationSite()
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-page">
      <div className="mx-auto flex h-16 max-w-7xl items-center gap-1 px-4 sm:gap-2 sm:px-6">
        <BrandLink className="flex-1 sm:mr-4 sm:flex-none" />
        <nav aria-label="Sections" className="flex shrink-0 sm:mr-auto">
          {(isOrganizationSite ? APP_LINKS : SITE_LINKS).map(({ label, to }) => (
            <a key={label} href={to} className={LINK_CLASSES}>
              {label}
            </a>
          ))}
        </nav>
        <Button variant="ghost" size="icon" aria-label="Switch to light theme" data-action="toggle-theme">
          <Sun aria-hidden className="light:hidden" />
          <Moon aria-hidden className="hidden light:block" />
        </Button>
        {isOrganizationSite ? (
          <ButtonLink href={urls.signIn} data-visitor>
            Login
          </ButtonLink>
        ) : (
          <Button data-action="open-login" data-visitor>
            Login
          </Button>
        )}
        <ButtonLink href={urls.dashboard} data-member hidden>
          Dashboard
        </ButtonLink>
      </div>
    </header>
  )
}

const LINK_COLUMNS = [
  {
    title: 'Product',
    links: [
      { label: 'Features', to: urls.features },
      { label: 'Pricing', to: urls.pricing },
      { label: 'Integrations', to: urls.integrations },
      { label: 'API', to: urls.api },
    ],
  },
  {
    title: 'Resources',
    links: [
      { label: 'Documentation', to: urls.documentation },
      { label: 'Blog', to: urls.blog },
      { label: 'Case Studies', to: urls.caseStudies },
      { label: 'Playbooks', to: urls.pricing },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'About', to: urls.about },
      { label: 'Careers', to: urls.careers },
      { label: 'Contact', to: urls.contact },
      { label: 'Partners', to: urls.partners },
    ],
  },
  {
    title: 'Legal',
    links: [
      { label: 'Privacy', to: urls.privacy },
      { label: 'Terms', to: urls.terms },
      { label: 'Security', to: urls.security },
      { label: 'Compliance', to: urls.compliance },
    ],
  },
] as const

/** Footer of every public page: newsletter, links and copyright. */
function SiteFooter() {
  const { name, copyrightYear, certifications } = useBrand()
  return (
    <footer className="border-t border-line">
      <div className="mx-auto grid max-w-7xl gap-12 px-4 py-14 sm:px-6 lg:grid-cols-[minmax(0,24rem)_1fr] lg:gap-24">
        <div>
          <BrandLink className="-mt-2.5" />
          <NewsletterForm />
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-x-6 gap-y-10 sm:grid-cols-4">
          {LINK_COLUMNS.map(({ title, links }) => (
            <section key={title} aria-labelledby={`footer-${title}`}>
              <h2 id={`footer-${title}`} className="text-sm tracking-normal">
                {title}
              </h2>
              <ul className="mt-1.5">
                {links.map(({ label, to }) => (
                  <li key={label}>
                    <a
                      href={to}
                      className="inline-flex min-h-11 items-center text-sm text-muted transition-colors hover:text-text md:min-h-9"
                    >
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
      </div>
      <div className="mx-auto max-w-7xl px-4 sm:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-line py-6 text-sm text-dim">
          <p>
            © {copyrightYear} {name}
          </p>
          <ul className="flex flex-wrap gap-x-6">
            {certifications.map((certification) => (
              <li key={certification}>
                <a
                  href={urls.compliance}
                  className="inline-flex min-h-11 items-center gap-2 transition-colors hover:text-text"
                >
                  <ShieldCheck aria-hidden className="size-4" />
                  {certification} compliant
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  )
}

/** Footer on an organization's own domain. */
function LegalFooter() {
  return (
    <footer className="border-t border-line">
      <nav aria-label="Footer" className="mx-auto flex max-w-7xl gap-6 px-4 py-6 sm:px-6">
        <a href={urls.privacy} className={LINK_CLASSES}>
          Privacy
        </a>
        <a href={urls.terms} className={LINK_CLASSES}>
          Terms
        </a>
      </nav>
    </footer>
  )
}

/** Newsletter sign-up. The page's script submits it. */
function NewsletterForm() {
  return (
    <form data-enhance="newsletter" method="post" action="/api/newsletter/subscribe" className="mt-4">
      <p className="text-sm text-muted">
        Why people move and how to spot the signs. One email a week at most.
      </p>
      <label htmlFor="newsletter-email" className="sr-only">
        Email for the newsletter
      </label>
      <div className="mt-3 flex gap-2 noscript:hidden">
        <Input
          id="newsletter-email"
          type="email"
          name="email"
          placeholder="you@example.com"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          className="min-w-0 flex-1"
        />
        <Button type="submit" className="min-w-27">
          Subscribe
        </Button>
      </div>
      <HoneypotField />
      <noscript>
        <p className="mt-2 text-sm text-dim">Subscribing needs JavaScript.</p>
      </noscript>
    </form>
  )
}
