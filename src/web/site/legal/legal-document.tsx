import type { ReactNode } from 'react'
import type { SitePages } from '#contract/site.ts'
import { longDay } from '../blog/post-date.ts'
import { anchorsOf } from '../parts/anchors.ts'
import { BodyText } from '../parts/body-text.tsx'
import { PageBody } from '../parts/page-body.tsx'
import { PageIntro } from '../parts/page-intro.tsx'

type LegalPage = SitePages['privacy' | 'terms']
type Sections = LegalPage['sections']

/** Policy or agreement in numbered sections, with a table of contents that folds on narrow screens. */
export function LegalDocument({ page, children }: { page: LegalPage; children?: ReactNode }) {
  const anchors = anchorsOf(page.sections.map(({ heading }) => heading))
  return (
    <PageBody>
      <PageIntro kicker="Legal" heading={page.heading} lead={page.lead}>
        <p className="text-sm text-muted">
          Last updated <time dateTime={page.updated}>{longDay(page.updated)}</time>
        </p>
      </PageIntro>
      <div className="grid gap-x-16 border-t border-line lg:grid-cols-[18rem_minmax(0,1fr)]">
        <div className="print:hidden">
          <details className="border-b border-line lg:hidden">
            <summary className="flex min-h-12 items-center justify-between font-medium after:text-muted after:content-['+'] [[open]>&]:after:content-['−']">
              Contents
            </summary>
            <Contents sections={page.sections} className="pb-4" />
          </details>
          <Contents
            sections={page.sections}
            className="sticky top-16 max-h-[calc(100dvh-4rem)] overflow-y-auto py-12 max-lg:hidden"
          />
        </div>
        <div className="divide-y divide-line">
          {page.sections.map(({ heading, body }, position) => (
            <section
              key={anchors[position]}
              id={anchors[position]}
              className="scroll-mt-16 py-10 lg:first:pt-12"
            >
              <h2 className="flex gap-3 text-xl sm:text-2xl">
                <span className="text-dim tabular-nums">{position + 1}.</span> {heading}
              </h2>
              <BodyText text={body} className="mt-4 max-w-[65ch] text-[1.0625rem] leading-7" />
            </section>
          ))}
          {children}
        </div>
      </div>
    </PageBody>
  )
}

function Contents({ sections, className }: { sections: Sections; className: string }) {
  const anchors = anchorsOf(sections.map(({ heading }) => heading))
  return (
    <nav aria-label="Contents" className={className}>
      <ol className="grid text-sm">
        {sections.map(({ heading }, position) => (
          <li key={anchors[position]}>
            <a
              href={`#${anchors[position]}`}
              className="flex min-h-11 items-center gap-3 text-muted hover:text-text lg:min-h-8 lg:py-1"
            >
              <span className="w-5 shrink-0 text-right text-dim tabular-nums">{position + 1}</span>
              {heading}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
