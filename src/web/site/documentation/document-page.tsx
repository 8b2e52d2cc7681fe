import { ArrowLeft, ArrowRight } from 'lucide-react'
import { data, type MetaFunction } from 'react-router'
import type { TechArticle, WithContext } from 'schema-dts'
import { anchorOf, DOCUMENT_GROUPS, type Document } from '#domain/documentation/document.ts'
import { brandNameOf } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { breadcrumbs, NOINDEX, originOf, pageMeta } from '../page-meta.ts'
import { PageBody, PageIntro } from '../parts/blocks.tsx'
import { PageLinks, SideNav, StickyNav } from '../parts/side-nav.tsx'
import type { Route } from './+types/document-page'
import { DocumentBlocks, type DocumentEntry, DocumentList, entryOf } from './document-blocks.tsx'
import { SearchForm } from './search-form.tsx'

export function loader({ context, params }: Route.LoaderArgs) {
  const { documentation } = pageServices(context)
  const index = documentation.findIndex(({ slug }) => slug === params.slug)
  const entries = documentation.map(entryOf)
  const document = documentation[index] ?? null
  const previous = entries[index - 1] ?? null
  const next = document ? (entries[index + 1] ?? null) : null
  return data({ document, entries, previous, next }, { status: document ? 200 : 404 })
}

export const meta: MetaFunction = ({ matches, loaderData, params }) => {
  const document = (loaderData as Route.ComponentProps['loaderData'] | undefined)?.document
  const path = urls.document(params.slug ?? '')
  if (!document) {
    const page = { title: 'Document not found', description: "This document doesn't exist.", path }
    return [...pageMeta(page, matches), NOINDEX]
  }
  const { title, summary } = document
  const origin = originOf(matches)
  const publisher = { '@type': 'Organization', name: brandNameOf(matches), url: origin } as const
  const article: WithContext<TechArticle> = {
    '@context': 'https://schema.org',
    '@type': 'TechArticle',
    headline: title,
    description: summary,
    url: origin + path,
    inLanguage: 'en',
    author: publisher,
    publisher,
  }
  return [
    ...pageMeta({ title, description: summary, path, type: 'article' }, matches),
    { 'script:ld+json': article },
    breadcrumbs(matches, [
      ['Documentation', urls.documentation],
      [title, path],
    ]),
  ]
}

/** One document between the document list and its table of contents. */
export default function DocumentPage({ loaderData }: Route.ComponentProps) {
  const { document, entries, previous, next } = loaderData
  if (!document) return <NotFound entries={entries} />
  const links = document.sections.map(({ heading }) => ({ anchor: anchorOf(heading), label: heading }))
  const contents = <PageLinks title="On this page" links={links} />
  return (
    <PageBody className="gap-x-10 lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] xl:grid-cols-[14rem_minmax(0,1fr)_13rem] xl:gap-x-14">
      <SideNav label="Documents">
        <DocumentLinks entries={entries} current={document.slug} />
      </SideNav>
      <article className="max-w-2xl pt-6 lg:pt-12">
        <Head document={document} />
        <nav aria-label="On this page" className="mt-8 border-y border-line py-5 xl:hidden">
          {contents}
        </nav>
        {document.sections.map(({ heading, blocks }) => (
          <section key={heading} id={anchorOf(heading)} className="mt-12 scroll-mt-24">
            <h2 className="group/heading text-xl sm:text-2xl">
              <a href={`#${anchorOf(heading)}`} className="hover:text-accent">
                {heading}
              </a>
            </h2>
            <div className="mt-4 text-[17px] leading-relaxed">
              <DocumentBlocks blocks={blocks} />
            </div>
          </section>
        ))}
        <Neighbors previous={previous} next={next} />
      </article>
      <div className="hidden xl:block">
        <StickyNav label="On this page">{contents}</StickyNav>
      </div>
    </PageBody>
  )
}

function Head({ document: { title, summary, group } }: { document: Document }) {
  return (
    <header>
      <nav aria-label="Breadcrumb" className="text-sm text-dim">
        <a
          href={urls.documentation}
          className="inline-flex min-h-11 items-center text-accent hover:underline lg:min-h-8"
        >
          Documentation
        </a>
        <span aria-hidden className="px-2">
          /
        </span>
        {group}
      </nav>
      <h1 className="mt-2 text-3xl tracking-[-0.02em] sm:text-4xl">{title}</h1>
      <p className="mt-4 text-lg text-pretty text-muted">{summary}</p>
    </header>
  )
}

type Neighbor = { slug: string; title: string } | null

function Neighbors({ previous, next }: { previous: Neighbor; next: Neighbor }) {
  const classes =
    'flex min-h-16 items-center gap-3 rounded-lg border border-line p-4 hover:border-line-strong hover:bg-surface'
  return (
    <nav aria-label="Previous and next" className="mt-16 grid gap-4 sm:grid-cols-2">
      {previous && (
        <a href={urls.document(previous.slug)} rel="prev" className={classes}>
          <ArrowLeft aria-hidden className="size-4 shrink-0 text-dim" />
          <span>
            <span className="block text-[13px] text-dim">Previous</span>
            {previous.title}
          </span>
        </a>
      )}
      {next && (
        <a
          href={urls.document(next.slug)}
          rel="next"
          className={`${classes} justify-end text-right sm:col-start-2`}
        >
          <span>
            <span className="block text-[13px] text-dim">Next</span>
            {next.title}
          </span>
          <ArrowRight aria-hidden className="size-4 shrink-0 text-dim" />
        </a>
      )}
    </nav>
  )
}

function NotFound({ entries }: Pick<Route.ComponentProps['loaderData'], 'entries'>) {
  return (
    <PageBody>
      <PageIntro
        kicker="Documentation"
        heading="Document not found"
        lead="It may have been renamed. Search for it or choose it from the list."
      >
        <div className="w-full">
          <SearchForm />
        </div>
      </PageIntro>
      <section className="border-t border-line pt-10">
        <h2 className="mb-6 text-xl">All documents</h2>
        <DocumentList entries={entries} />
      </section>
    </PageBody>
  )
}

interface DocumentLinksProps {
  entries: readonly DocumentEntry[]
  /** Slug of the open document. */
  current: string
}

/** Links to all documents by group; marks the open one. */
function DocumentLinks({ entries, current }: DocumentLinksProps) {
  return DOCUMENT_GROUPS.map((group) => (
    <div key={group} className="mb-6">
      <p className="mb-1 text-[13px] font-medium text-dim">{group}</p>
      <ul className="border-l border-line">
        {entries
          .filter((entry) => entry.group === group)
          .map(({ slug, title }) => (
            <li key={slug}>
              <a
                href={urls.document(slug)}
                aria-current={slug === current ? 'page' : undefined}
                className="-ml-px flex min-h-11 items-center border-l border-transparent py-1 pl-4 text-sm text-muted hover:text-text aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-text lg:min-h-8"
              >
                {title}
              </a>
            </li>
          ))}
      </ul>
    </div>
  ))
}
