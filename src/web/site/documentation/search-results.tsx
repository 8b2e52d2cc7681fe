import type { SearchHit } from '#domain/documentation/search.ts'
import { MAX_HITS } from '#domain/documentation/search-limits.ts'
import { urls } from '#web/lib/urls.ts'
import { HighlightedText } from './document-blocks.tsx'
import { type DocumentEntry, DocumentList } from './document-list.tsx'

interface SearchResultsProps {
  query: string
  hits: readonly SearchHit[]
  entries: readonly DocumentEntry[]
}

/** Sections that match a search, or tips if none does. */
export function SearchResults({ query, hits, entries }: SearchResultsProps) {
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

function NothingFound({ query, entries }: Pick<SearchResultsProps, 'query' | 'entries'>) {
  return (
    <section aria-labelledby="results" className="border-t border-line py-10">
      <h2 id="results" className="text-xl wrap-anywhere">
        No results for “{query}”
      </h2>
      <ul className="mt-4 grid max-w-2xl list-disc gap-1.5 pl-6 text-muted">
        <li>Try fewer or different words.</li>
        <li>The start of a word is enough: enrich finds enrichment.</li>
        <li>
          Browse the list below or{' '}
          <a href={urls.contact} className="text-accent underline">
            ask us
          </a>
          .
        </li>
      </ul>
      <h2 className="mt-14 mb-6 text-xl">All documents</h2>
      <DocumentList entries={entries} />
    </section>
  )
}
