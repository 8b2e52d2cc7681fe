import type { SitePages } from '#contract/site.ts'
import { urls } from '#web/lib/urls.ts'
import { contentLoader, contentMeta } from '../page-meta.ts'
import { anchorsOf, ClosingPanel, PageBody, PageIntro, StatRow } from '../parts/blocks.tsx'
import type { Route } from './+types/case-studies-page'

type Study = SitePages['case-studies']['studies'][number]

export const loader = contentLoader('case-studies')
export const meta = contentMeta(urls.caseStudies)

export default function CaseStudiesPage({ loaderData: { page } }: Route.ComponentProps) {
  const anchors = anchorsOf(page.studies.map(({ company }) => company))
  return (
    <PageBody>
      <PageIntro kicker="Customers" heading={page.heading} lead={page.lead} />
      <nav aria-label="Case studies" className="border-t border-line">
        <ul className="grid lg:grid-cols-3">
          {page.studies.map(({ company, headline }, position) => (
            <li key={anchors[position]} className="max-lg:border-b lg:not-first:border-l lg:not-first:pl-6">
              <a href={`#${anchors[position]}`} className="group block h-full py-5 lg:py-7 lg:pr-6">
                <span className="text-sm text-dim">{company}</span>
                <span className="mt-1 block font-medium underline-offset-4 group-hover:underline">
                  {headline}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {page.studies.map((study, position) => (
        <StudyArticle key={anchors[position]} id={anchors[position] ?? ''} study={study} />
      ))}
      <div className="border-t border-line py-8 text-sm text-muted lg:pl-88">
        <p className="max-w-2xl">{page.note}</p>
      </div>
      <ClosingPanel
        heading="Start with your own list"
        text="Import the contacts you have, or ask us for a demo with sample people first."
        links={[
          { label: 'Choose a plan', href: urls.subscribe, variant: 'primary' },
          { label: 'Talk to us', href: urls.contact },
        ]}
      />
    </PageBody>
  )
}

function StudyArticle({ id, study }: { id: string; study: Study }) {
  const parts = [
    { label: 'The problem', text: study.challenge },
    { label: 'What they did', text: study.approach },
    { label: 'Results', text: study.result },
  ]
  return (
    <article
      id={id}
      aria-labelledby={`${id}-heading`}
      className="grid scroll-mt-16 gap-x-16 gap-y-8 border-t border-line py-14 sm:py-20 lg:grid-cols-[18rem_minmax(0,1fr)]"
    >
      <div className="text-sm text-muted lg:sticky lg:top-24 lg:self-start">
        <p className="text-base font-medium text-text">{study.company}</p>
        <p className="mt-1">{study.kind}</p>
        <p>{study.place}</p>
      </div>
      <div className="min-w-0">
        <h2 id={`${id}-heading`} className="max-w-2xl text-3xl sm:text-4xl">
          {study.headline}
        </h2>
        <StatRow stats={study.figures} className="mt-8" />
        <div className="mt-12 grid gap-8">
          {parts.map(({ label, text }) => (
            <div key={label} className="grid gap-x-8 gap-y-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
              <h3 className="text-sm leading-7 font-medium">{label}</h3>
              <p className="max-w-[65ch] leading-7 text-muted">{text}</p>
            </div>
          ))}
        </div>
        <figure className="mt-12 border-l-2 border-accent pl-6">
          <blockquote className="max-w-2xl text-xl text-pretty">{`“${study.quote.text}”`}</blockquote>
          <figcaption className="mt-4 text-sm text-muted">
            <span className="font-medium text-text">{study.quote.author}</span>, {study.quote.role}
          </figcaption>
        </figure>
      </div>
    </article>
  )
}
