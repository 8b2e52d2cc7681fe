import type { MetaFunction } from 'react-router'
import type { SitePages } from '#contract/site.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ClosingPanel } from '../parts/closing-panel.tsx'
import { FactGrid } from '../parts/fact-grid.tsx'
import { LinkedText } from '../parts/linked-text.tsx'
import { PageBody } from '../parts/page-body.tsx'
import { PageIntro } from '../parts/page-intro.tsx'
import { PointList } from '../parts/point-list.tsx'
import { SiteSection } from '../parts/site-section.tsx'
import { describeStaticPage } from '../parts/static-page-meta.ts'
import type { Route } from './+types/partners-page'

type Partners = SitePages['partners']

export function loader({ context }: Route.LoaderArgs) {
  return { page: pageServices(context).pages.partners }
}

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  loaderData ? describeStaticPage(loaderData.page, urls.partners, matches) : []

export default function PartnersPage({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <PageBody>
      <PageIntro kicker="Partners" heading={page.heading} lead={page.lead}>
        <Button variant="primary" size="lg" asChild>
          <a href={urls.contact}>Apply to the program</a>
        </Button>
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
      <SiteSection id="steps" heading="How it starts">
        <Steps steps={page.steps} />
      </SiteSection>
      <ClosingPanel
        heading="Tell us what you do"
        text="Want to connect a product first? See our integrations."
      >
        <Button variant="primary" size="lg" asChild>
          <a href={urls.contact}>Contact us</a>
        </Button>
        <Button size="lg" asChild>
          <a href={urls.integrations}>See integrations</a>
        </Button>
      </ClosingPanel>
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
