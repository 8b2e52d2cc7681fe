import { data } from 'react-router'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageBody } from './parts/blocks.tsx'

export const meta = privatePage('404 Page Not Found')

/** Responds with status 404; the page itself renders normally. */
export function loader() {
  return data(null, { status: 404 })
}

const LINKS = [
  { label: 'Documentation', to: urls.documentation, text: 'How the score, imports and credits work.' },
  { label: 'Pricing', to: urls.pricing, text: 'Plans and pricing.' },
  { label: 'Blog', to: urls.blog, text: 'Articles about life events and moving.' },
  { label: 'Contact', to: urls.contact, text: 'Tell us what you were looking for.' },
] as const

export default function NotFoundPage() {
  return (
    <PageBody className="pt-16 sm:pt-24">
      <div className="max-w-2xl">
        <h1 className="text-4xl tracking-[-0.02em] sm:text-5xl">404 Page Not Found</h1>
        <p className="mt-4 text-lg text-muted">Did you forget to add the page to the router?</p>
        <p className="mt-2 text-muted">This page doesn't exist or has moved.</p>
        <ButtonLink size="lg" className="mt-8" href={urls.home}>
          Back to home
        </ButtonLink>
        <h2 className="mt-16 text-xl">Try one of these pages</h2>
        <ul className="mt-3 border-t border-line">
          {LINKS.map(({ label, to, text }) => (
            <li key={label} className="border-b border-line">
              <a href={to} className="group grid gap-x-6 py-4 sm:grid-cols-[10rem_1fr] sm:items-baseline">
                <span className="font-medium underline-offset-4 group-hover:underline">{label}</span>
                <span className="text-muted">{text}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </PageBody>
  )
}
