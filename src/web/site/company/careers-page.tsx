import type { MetaFunction } from 'react-router'
import type { SitePages } from '#contract/site.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { Button } from '#web/ui/button.tsx'
import { ClosingPanel } from '../parts/closing-panel.tsx'
import { FactGrid } from '../parts/fact-grid.tsx'
import { PageBody } from '../parts/page-body.tsx'
import { PageIntro } from '../parts/page-intro.tsx'
import { SiteSection } from '../parts/site-section.tsx'
import { SplitSection } from '../parts/split-section.tsx'
import { describeStaticPage } from '../parts/static-page-meta.ts'
import type { Route } from './+types/careers-page'

type Role = SitePages['careers']['roles'][number]

export function loader({ context }: Route.LoaderArgs) {
  return { page: pageServices(context).pages.careers }
}

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  loaderData ? describeStaticPage(loaderData.page, urls.careers, matches) : []

export default function CareersPage({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <PageBody>
      <PageIntro kicker="Careers" heading={page.heading} lead={page.lead} />
      <SiteSection id="roles" heading="Open roles">
        <ul>
          {page.roles.map((role) => (
            <RoleRow key={role.title} role={role} />
          ))}
        </ul>
      </SiteSection>
      <SplitSection id="benefits" heading="What we offer">
        <FactGrid facts={page.benefits} columns={2} />
      </SplitSection>
      <ClosingPanel
        heading="Questions before you apply?"
        text="Ask us anything about a role or about working here."
      >
        <Button size="lg" asChild>
          <a href={urls.contact}>Contact us</a>
        </Button>
        <Button variant="ghost" size="lg" asChild>
          <a href={urls.about}>About us</a>
        </Button>
      </ClosingPanel>
    </PageBody>
  )
}

function RoleRow({ role }: { role: Role }) {
  return (
    <li className="grid items-start gap-x-12 gap-y-4 border-t border-line py-7 lg:grid-cols-[18rem_minmax(0,1fr)_auto]">
      <div>
        <h3 className="text-lg leading-snug">{role.title}</h3>
        <p className="mt-1.5 text-sm text-muted">{role.team}</p>
        <p className="text-sm text-muted">
          {role.place} · {role.kind}
        </p>
      </div>
      <p className="max-w-2xl text-muted">{role.about}</p>
      <Button asChild className="justify-self-start">
        <a href={applyUrl(role)}>
          Apply<span className="sr-only"> for {role.title}</span>
        </a>
      </Button>
    </li>
  )
}

/** URL of the contact form with the subject filled in. */
function applyUrl({ title }: Role): string {
  return `${urls.contact}?${new URLSearchParams({ subject: `Job application: ${title}` })}`
}
