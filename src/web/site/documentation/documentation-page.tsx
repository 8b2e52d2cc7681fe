import { data, type HeadersFunction, type MetaFunction } from 'react-router'
import type { FAQPage, WithContext } from 'schema-dts'
import { type Document, plainText } from '#domain/documentation/document.ts'
import { QUERY_MAX } from '#domain/documentation/search-limits.ts'
import { useBrand } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { describe } from '../page-meta.ts'
import { PageBody } from '../parts/page-body.tsx'
import { PageIntro } from '../parts/page-intro.tsx'
import { SiteSection } from '../parts/site-section.tsx'
import type { Route } from './+types/documentation-page'
import { DocumentList, entryOf } from './document-list.tsx'
import { BestPractices, Faq, QuickStart } from './quick-parts.tsx'
import { SearchForm } from './search-form.tsx'
import { SearchResults } from './search-results.tsx'

const DESCRIPTION =
  'Quick start in 15 minutes, best practices, FAQ and guides to every part: contacts, importing, signals, the score, credits and privacy.'

export function loader({ context, request }: Route.LoaderArgs) {
  const { documentation, searchDocumentation } = pageServices(context)
  const { search, searchParams } = new URL(request.url)
  const query = (searchParams.get('q') ?? '').trim().slice(0, QUERY_MAX)
  const entries = documentation.map(entryOf)
  // Caching searches would evict the pages that everyone reads.
  const caching: HeadersInit = search ? { 'Cache-Control': 'no-store' } : {}
  const found = query ? { query, hits: searchDocumentation(query) } : null
  return data({ entries, found, parts: found ? null : partsOf(documentation) }, { headers: caching })
}

/** Documents shown in full on this page. */
function partsOf(documentation: readonly Document[]) {
  const part = (name: string) => {
    const document = documentation.find(({ slug }) => slug === name)
    if (!document) throw new Error(`There is no document "${name}"`)
    const { slug, summary, sections } = document
    return { slug, summary, sections }
  }
  return { quickStart: part('quick-start'), bestPractices: part('best-practices'), faq: part('faq') }
}

export const headers: HeadersFunction = ({ loaderHeaders, parentHeaders }) =>
  loaderHeaders.has('Cache-Control') ? loaderHeaders : parentHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) => {
  const title = loaderData?.found
    ? `${loaderData.found.query} – search in the documentation`
    : 'Documentation'
  const page = { title, description: DESCRIPTION, path: urls.documentation }
  const faq = loaderData?.parts?.faq
  if (!faq) return [...describe(page, matches), { name: 'robots', content: 'noindex' }]
  return [...describe(page, matches), { 'script:ld+json': structured(faq.sections) }]
}

function structured(sections: Document['sections']): WithContext<FAQPage> {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: sections.map(({ heading, blocks }) => ({
      '@type': 'Question',
      name: heading,
      acceptedAnswer: { '@type': 'Answer', text: blocks.map(plainText).join('\n') },
    })),
  }
}

/** Start page of the documentation, or search results. */
export default function DocumentationPage({ loaderData }: Route.ComponentProps) {
  const { entries, found, parts } = loaderData
  const { name } = useBrand()
  return (
    <PageBody>
      <PageIntro
        kicker="Documentation"
        heading={found ? 'Search the documentation' : `How ${name} works`}
        lead="From your first 15 minutes to what every point of a score means."
      >
        <div className="w-full">
          <SearchForm query={found?.query} />
        </div>
      </PageIntro>
      {found && <SearchResults {...found} entries={entries} />}
      {parts && (
        <>
          <SiteSection id="documents" heading="All documents">
            <DocumentList entries={entries} />
          </SiteSection>
          <QuickStart document={parts.quickStart} />
          <BestPractices document={parts.bestPractices} />
          <Faq document={parts.faq} />
        </>
      )}
    </PageBody>
  )
}
