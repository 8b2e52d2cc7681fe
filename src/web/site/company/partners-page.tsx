import type { SitePages } from '#contract/site.ts'
import { urls } from '#web/lib/urls.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { LinkedText } from '../documentation/document-blocks.tsx'
import { contentLoader, contentMeta } from '../page-meta.ts'
import { ClosingPanel, FactGrid, PageBody, PageIntro, PointList, SiteSection } from '../parts/blocks.tsx'
import type { Route } from './+types/partners-page'

type Partners = SitePages['partners']

export const loader = contentLoader('partners')
export const meta = contentMeta(urls.partners)

export default function PartnersPage({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <PageBody>
      <PageIntro kicker="Partners" heading={page.heading} lead={page.lead}>
        <ButtonLink variant="primary" size="lg" href={urls.contact}>
          Apply to the program
        </ButtonLink>
      </PageIntro>
      <SiteSection id="programs" heading="Four programs">
        <ul className="grid gap-4 md:grid-cols-2">
          {page.programs.map((program) => (
            <Program key={program.title} program={program} />
          ))}
        </ul>
      </SiteSection>
      <SiteSection id="benefits" heading="What partners get">
        <FactGrid facts={page.benefits} columns={3} />
      </SiteSection>
      <SiteSection id="steps" heading="How to get started">
        <Steps steps={page.steps} />
      </SiteSection>
      <ClosingPanel
        heading="Tell us what you do"
        text="Want to connect a product first? See our integrations."
        links={[
          { label: 'Contact us', href: urls.contact, variant: 'primary' },
          { label: 'See integrations', href: urls.integrations },
        ]}
      />
    </PageBody>
  )
}

function Program({ program }: { program: Partners['programs'][number] }) {
  return (
    <li>
      <Card className="flex h-full flex-col p-6 sm:p-8">
        <h3 className="text-xl">{program.title}</h3>
        <p className="mt-1 text-sm text-dim">{program.for}</p>
        <p className="mt-4 mb-6 text-muted">{program.text}</p>
        <PointList points={program.terms} className="mt-auto border-t border-line pt-5 text-sm" />
      </Card>
    </li>
  )
}

/** Numbered steps, vertical on phones and horizontal on wide screens. */
function Steps({ steps }: Pick<Partners, 'steps'>) {
  return (
    <ol className="grid lg:grid-cols-4">
      {steps.map(({ title, text }, position) => (
        <li
          key={title}
          className="relative pb-8 pl-12 last:pb-0 before:absolute before:bg-line not-last:before:top-8 not-last:before:bottom-0 not-last:before:left-4 not-last:before:w-px lg:pr-8 lg:pb-0 lg:pl-0 lg:not-last:before:inset-x-0 lg:not-last:before:top-4 lg:not-last:before:h-px lg:not-last:before:w-auto"
        >
          <span
            aria-hidden
            className="figures absolute top-0 left-0 grid size-8 place-items-center rounded-full border border-line-strong bg-page text-sm lg:relative"
          >
            {position + 1}
          </span>
          <h3 className="pt-1 text-lg lg:pt-5">{title}</h3>
          <p className="mt-1.5 text-muted">
            <LinkedText text={text} />
          </p>
        </li>
      ))}
    </ol>
  )
}
