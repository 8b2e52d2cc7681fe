import { ArrowRight, ChevronDown } from 'lucide-react'
import { anchorOf, type Document, type Section } from '#domain/documentation/document.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { SiteSection } from '../parts/site-section.tsx'
import { DocumentBlocks } from './document-blocks.tsx'

type Part = Pick<Document, 'slug' | 'summary' | 'sections'>

/** Numbered steps of the quick start. */
export function QuickStart({ document }: { document: Part }) {
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
export function BestPractices({ document }: { document: Part }) {
  return (
    <SiteSection id="best-practices" heading="Best practices" lead={document.summary}>
      <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
        {document.sections.map((section) => (
          <Practice key={section.heading} slug={document.slug} section={section} />
        ))}
      </div>
      <Button asChild size="lg" className="mt-10">
        <a href={urls.document(document.slug)}>
          Read all best practices
          <ArrowRight aria-hidden />
        </a>
      </Button>
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

/** Expandable questions. */
export function Faq({ document }: { document: Part }) {
  return (
    <SiteSection id="faq" heading="Frequently asked questions">
      <div className="max-w-3xl divide-y divide-line border-y border-line">
        {document.sections.map(({ heading, blocks }) => (
          <details key={heading} id={anchorOf(heading)} className="group/question scroll-mt-20">
            <summary className="flex min-h-14 list-none items-center gap-4 py-3 font-medium [&::-webkit-details-marker]:hidden">
              <h3 className="flex-1 text-base font-medium">{heading}</h3>
              <ChevronDown
                aria-hidden
                className="size-4 shrink-0 text-dim transition-transform group-open/question:rotate-180"
              />
            </summary>
            <div className="pr-8 pb-5">
              <DocumentBlocks blocks={blocks} />
            </div>
          </details>
        ))}
      </div>
    </SiteSection>
  )
}
