import type { ReactNode } from 'react'
import type { SitePages } from '#contract/site.ts'
import { formatLongDay } from '../blog/post-card.tsx'
import { anchorsOf, BodyText, PageBody, PageIntro } from '../parts/blocks.tsx'
import { PageLinks, SideNav } from '../parts/side-nav.tsx'

type LegalPage = SitePages['privacy' | 'terms']

/** Policy or agreement in numbered sections, with a table of contents that folds on narrow screens. */
export function LegalDocument({ page, children }: { page: LegalPage; children?: ReactNode }) {
  const anchors = anchorsOf(page.sections.map(({ heading }) => heading))
  const links = page.sections.map(({ heading }, position) => ({
    anchor: anchors[position] ?? '',
    label: (
      <>
        <span className="w-5 shrink-0 text-right text-dim tabular-nums">{position + 1}</span>
        {heading}
      </>
    ),
  }))
  return (
    <PageBody>
      <PageIntro kicker="Legal" heading={page.heading} lead={page.lead}>
        <p className="text-sm text-muted">
          Last updated <time dateTime={page.updated}>{formatLongDay(page.updated)}</time>
        </p>
      </PageIntro>
      <div className="grid gap-x-16 border-t border-line lg:grid-cols-[18rem_minmax(0,1fr)]">
        <SideNav label="Contents">
          <PageLinks links={links} />
        </SideNav>
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
