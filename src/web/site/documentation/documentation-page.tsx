import { ArrowRight } from 'lucide-react'
import { data, type HeadersFunction, type MetaFunction } from 'react-router'
import type { FAQPage, WithContext } from 'schema-dts'
import { anchorOf, type Document, plainText, type Section } from '#domain/documentation/document.ts'
import type { SearchHit } from '#domain/documentation/search.ts'
import { MAX_HITS, MAX_QUERY_LENGTH } from '#domain/documentation/search-limits.ts'
import { useBrand } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { NOINDEX, pageMeta } from '../page-meta.ts'
import { BodyText, PageBody, PageIntro, QuestionList, SiteSection } from '../parts/blocks.tsx'
import type { Route } from './+types/documentation-page'
import {
  DocumentBlocks,
  type DocumentEntry,
  DocumentList,
  entryOf,
  HighlightedText,
} from './document-blocks.tsx'
import { SearchForm } from './search-form.tsx'

const DESCRIPTION =
  'Quick start in 15 minutes, best practices, FAQ and guides to every part: contacts, importing, signals, the score, credits and privacy.'

export function loader({ context, request }: Route.LoaderArgs) {
  const { documentation, searchDocumentation } = pageServices(context)
  const { search, searchParams } = new URL(request.url)
  const query = (searchParams.get('q') ?? '').trim().slice(0, MAX_QUERY_LENGTH)
  const entries = documentation.map(entryOf)
  // Caching searches would evict more popular pages from the cache.
  const headers: HeadersInit = search ? { 'Cache-Control': 'no-store' } : {}
  const searchResult = query ? { query, hits: searchDocumentation(query) } : null
  return data(
    { entries, searchResult, parts: searchResult ? null : featuredDocumentsOf(documentation) },
    { headers },
  )
}

/** Documents shown in full on this page. */
function featuredDocumentsOf(documentation: readonly Document[]) {
  const findDocument = (name: string) => {
    const document = documentation.find(({ slug }) => slug === name)
    if (!document) throw new Error(`There is no document "${name}"`)
    const { slug, summary, sections } = document
    return { slug, summary, sections }
  }
  return {
    quickStart: findDocument('quick-start'),
    bestPractices: findDocument('best-practices'),
    faq: findDocument('faq'),
  }
}

export const headers: HeadersFunction = ({ loaderHeaders, parentHeaders }) =>
  loaderHeaders.has('Cache-Control') ? loaderHeaders : parentHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) => {
  const title = loaderData?.searchResult
    ? `${loaderData.searchResult.query} – search in the documentation`
    : 'Documentation'
  const page = { title, description: DESCRIPTION, path: urls.documentation }
  const faq = loaderData?.parts?.faq
  if (!faq) return [...pageMeta(page, matches), NOINDEX]
  return [...pageMeta(page, matches), { 'script:ld+json': structuredData(faq.sections) }]
}

function structuredData(sections: Document['sections']): WithContext<FAQPage> {
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
  const { entries, searchResult, parts } = loaderData
  const { name } = useBrand()
  return (
    <PageBody>
      <PageIntro
        kicker="Documentation"
        heading={searchResult ? 'Search the documentation' : `How ${name} works`}
        lead="From your first 15 minutes to what every point of a score means."
      >
        <div className="w-full">
          <SearchForm query={searchResult?.query} />
        </div>
      </PageIntro>
      {searchResult && <SearchResults {...searchResult} entries={entries} />}
      {parts && (
        <>
          <SiteSection id="documents" heading="All documents">
            <DocumentList entries={entries} />
          </SiteSection>
          <QuickStart document={parts.quickStart} />
          <BestPractices document={parts.bestPractices} />
          <SiteSection id="faq" heading="Frequently asked questions">
            <div className="max-w-3xl">
              <QuestionList
                questions={parts.faq.sections.map(({ heading, blocks }) => ({ question: heading, blocks }))}
              />
            </div>
          </SiteSection>
        </>
      )}
    </PageBody>
  )
}

type Part = Pick<Document, 'slug' | 'summary' | 'sections'>

/** Numbered steps of the quick start. */
function QuickStart({ document }: { document: Part }) {
  return (
    <SiteSection id="quick-start" heading="Quick start" lead={document.summary}>
      <ol className="grid gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-2 xl:grid-cols-3">
        {document.sections.map((section, at) => (
          <li key={section.heading} className="bg-surface p-6">
            <p aria-hidden className="figures text-sm text-dim">
              {at + 1}
            </p>
            <h3 className="mt-2 text-base">{section.heading}</h3>
            <div className="mt-2 text-[15px]">
              <DocumentBlocks blocks={section.blocks} />
            </div>
          </li>
        ))}
      </ol>
    </SiteSection>
  )
}

/** Best practices: headings with their first paragraphs. */
function BestPractices({ document }: { document: Part }) {
  return (
    <SiteSection id="best-practices" heading="Best practices" lead={document.summary}>
      <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
        {document.sections.map((section) => (
          <Practice key={section.heading} slug={document.slug} section={section} />
        ))}
      </div>
      <ButtonLink size="lg" className="mt-10" href={urls.document(document.slug)}>
        Read all best practices
        <ArrowRight aria-hidden />
      </ButtonLink>
    </SiteSection>
  )
}

function Practice({ slug, section: { heading, blocks } }: { slug: string; section: Section }) {
  return (
    <section>
      <h3 className="text-lg">
        <a href={`${urls.document(slug)}#${anchorOf(heading)}`} className="hover:text-accent">
          {heading}
        </a>
      </h3>
      <div className="mt-2">
        <DocumentBlocks blocks={blocks.slice(0, 1)} />
      </div>
    </section>
  )
}

interface SearchResultsProps {
  query: string
  hits: readonly SearchHit[]
  entries: readonly DocumentEntry[]
}

/** Sections that match a search, or tips if none does. */
function SearchResults({ query, hits, entries }: SearchResultsProps) {
  if (hits.length === 0) return <NothingFound query={query} entries={entries} />
  const count =
    hits.length === 1 ? '1 section' : `${hits.length === MAX_HITS ? 'The best ' : ''}${hits.length} sections`
  return (
    <section aria-labelledby="results" className="border-t border-line py-10">
      <h2 id="results" className="text-lg font-medium text-muted">
        {count} for “<span className="text-text">{query}</span>”
      </h2>
      <ol className="mt-4 max-w-3xl divide-y divide-line">
        {hits.map(({ slug, anchor, title, heading, excerpt }) => (
          <li key={`${slug}#${anchor}`} className="relative py-6">
            <p className="text-sm text-dim">{title}</p>
            <h3 className="mt-1 text-lg">
              <a
                href={`${urls.document(slug)}#${anchor}`}
                className="text-accent after:absolute after:inset-0 hover:underline"
              >
                <HighlightedText text={heading} />
              </a>
            </h3>
            <p className="mt-1 text-muted">
              <HighlightedText text={excerpt} />
            </p>
          </li>
        ))}
      </ol>
      <p className="mt-6">
        <a href={urls.documentation} className="inline-flex min-h-11 items-center text-accent underline">
          All documentation
        </a>
      </p>
    </section>
  )
}

const SEARCH_TIPS = `- Try fewer or different words.
- The start of a word is enough: enrich finds enrichment.
- Browse the list below or [ask us](${urls.contact}).`

function NothingFound({ query, entries }: Pick<SearchResultsProps, 'query' | 'entries'>) {
  return (
    <section aria-labelledby="results" className="border-t border-line py-10">
      <h2 id="results" className="text-xl wrap-anywhere">
        No results for “{query}”
      </h2>
      <BodyText text={SEARCH_TIPS} className="mt-4 max-w-2xl" />
      <h2 className="mt-14 mb-6 text-xl">All documents</h2>
      <DocumentList entries={entries} />
    </section>
  )
}
