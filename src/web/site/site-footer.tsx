import { ShieldCheck } from 'lucide-react'
import { useBrand } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { BrandLink } from './brand-link.tsx'
import { NewsletterForm } from './newsletter-form.tsx'

const COLUMNS = [
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
export function SiteFooter() {
  const { name, copyrightYear, certifications } = useBrand()
  return (
    <footer className="border-t border-line">
      <div className="mx-auto grid max-w-7xl gap-12 px-4 py-14 sm:px-6 lg:grid-cols-[minmax(0,24rem)_1fr] lg:gap-24">
        <div>
          <BrandLink className="-mt-2.5" />
          <NewsletterForm />
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-x-6 gap-y-10 sm:grid-cols-4">
          {COLUMNS.map(({ title, links }) => (
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
