import { Link } from 'react-router'
import { PRODUCT_NAME } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { BrandLink } from './brand-link.tsx'

/** Only pages that exist are linked. */
const LINKS = [
  { label: 'Features', to: urls.features },
  { label: 'Pricing', to: urls.pricing },
  { label: 'Contact', to: urls.contact },
] as const

export function SiteFooter() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-8 gap-y-2 px-4 py-8 sm:px-6">
        <BrandLink />
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-6">
            {LINKS.map(({ label, to }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="inline-flex min-h-11 items-center text-sm text-muted hover:text-text"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <p className="text-sm text-dim sm:ml-auto">© 2025 {PRODUCT_NAME}</p>
      </div>
    </footer>
  )
}
