import { ArrowLeft, ArrowRight, ChevronDown } from 'lucide-react'
import { data, type MetaDescriptor, type MetaFunction } from 'react-router'
import type { BreadcrumbList, TechArticle, WithContext } from 'schema-dts'
import { anchorOf, type Document } from '#domain/documentation/document.ts'
import { brandNameOf } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { describe, originOf } from '../page-meta.ts'
import { PageBody } from '../parts/page-body.tsx'
import { PageIntro } from '../parts/page-intro.tsx'
import type { Route } from './+types/document-page'
import { DocumentBlocks } from './document-blocks.tsx'
import { DocumentList, entryOf } from './document-list.tsx'
import { DocumentNav, TableOfContents } from './document-nav.tsx'
import { SearchForm } from './search-form.tsx'

export function loader({ context, params }: Route.LoaderArgs) {
  const { documentation } = pageServices(context)
  const at = documentation.findIndex(({ slug }) => slug === params.slug)
  const entries = documentation.map(entryOf)
  const document = documentation[at] ?? null
  const before = entries[at - 1] ?? null
  const after = document ? (entries[at + 1] ?? null) : null
  return data({ document, entries, before, after }, { status: document ? 200 : 404 })
}

export const meta: MetaFunction = ({ matches, loaderData, params }) => {
  const document = (loaderData as Route.ComponentProps['loaderData'] | undefined)?.document
  const path = urls.document(params.slug ?? '')
  if (!document) {
    const page = { title: 'Document not found', description: "This document doesn't exist.", path }
    return [...describe(page, matches), { name: 'robots', content: 'noindex' }]
  }
  const { title, summary } = document
  const about = { title, summary, path, origin: originOf(matches), brand: brandNameOf(matches) }
  return [...describe({ title, description: summary, path, type: 'article' }, matches), ...structured(about)]
}

type About = { title: string; summary: string; path: string; origin: string; brand: string }

function structured({ title, summary, path, origin, brand }: About): MetaDescriptor[] {
  const publisher = { '@type': 'Organization', name: brand, url: origin } as const
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
  const trail: WithContext<BreadcrumbList> = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Documentation', item: origin + urls.documentation },
      { '@type': 'ListItem', position: 2, name: title, item: origin + path },
    ],
  }
  return [{ 'script:ld+json': article }, { 'script:ld+json': trail }]
}

/** One document between the document list and its table of contents. */
export default function DocumentPage({ loaderData }: Route.ComponentProps) {
  const { document, entries, before, after } = loaderData
  if (!document) return <NotFound entries={entries} />
  const contents = document.sections.map(({ heading }) => ({ heading, anchor: anchorOf(heading) }))
  return (
    <PageBody className="gap-x-10 lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] xl:grid-cols-[14rem_minmax(0,1fr)_13rem] xl:gap-x-14">
      <div className="hidden lg:block">
        <div className="sticky top-16 max-h-[calc(100dvh-4rem)] overflow-y-auto py-12">
          <DocumentNav entries={entries} current={document.slug} label="Documents" />
        </div>
      </div>
      <article className="max-w-2xl pt-6 lg:pt-12">
        <details className="group/docs mb-8 border-b border-line lg:hidden">
          <summary className="flex min-h-11 list-none items-center gap-2 text-sm font-medium [&::-webkit-details-marker]:hidden">
            <span className="flex-1">All documents</span>
            <ChevronDown
              aria-hidden
              className="size-4 text-dim transition-transform group-open/docs:rotate-180"
            />
          </summary>
          <div className="py-4">
            <DocumentNav entries={entries} current={document.slug} label="Documents, folded" />
          </div>
        </details>
        <Head document={document} />
        <div className="mt-8 border-y border-line py-5 xl:hidden">
          <TableOfContents sections={contents} />
        </div>
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
        <Neighbors before={before} after={after} />
      </article>
      <div className="hidden xl:block">
        <div className="sticky top-16 max-h-[calc(100dvh-4rem)] overflow-y-auto py-12">
          <TableOfContents sections={contents} />
        </div>
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

function Neighbors({ before, after }: { before: Neighbor; after: Neighbor }) {
  const classes =
    'flex min-h-16 items-center gap-3 rounded-lg border border-line p-4 hover:border-line-strong hover:bg-surface'
  return (
    <nav aria-label="Previous and next" className="mt-16 grid gap-4 sm:grid-cols-2">
      {before && (
        <a href={urls.document(before.slug)} rel="prev" className={classes}>
          <ArrowLeft aria-hidden className="size-4 shrink-0 text-dim" />
          <span>
            <span className="block text-[13px] text-dim">Previous</span>
            {before.title}
          </span>
        </a>
      )}
      {after && (
        <a
          href={urls.document(after.slug)}
          rel="next"
          className={`${classes} justify-end text-right sm:col-start-2`}
        >
          <span>
            <span className="block text-[13px] text-dim">Next</span>
            {after.title}
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
