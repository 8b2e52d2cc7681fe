import { urls } from '#web/lib/urls.ts'
import { contentLoader, contentMeta } from '../page-meta.ts'
import type { Route } from './+types/terms-page'
import { LegalDocument } from './legal-document.tsx'

export const loader = contentLoader('terms')
export const meta = contentMeta(urls.terms)

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  return <LegalDocument page={loaderData.page} />
}
