import type { MetaFunction } from 'react-router'
import type { SitePages } from '#contract/site.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { Button } from '#web/ui/button.tsx'
import { anchorsOf } from '../parts/anchors.ts'
import { BodyText } from '../parts/body-text.tsx'
import { ClosingPanel } from '../parts/closing-panel.tsx'
import { PageBody } from '../parts/page-body.tsx'
import { PageIntro } from '../parts/page-intro.tsx'
import { PointList } from '../parts/point-list.tsx'
import { SplitSection } from '../parts/split-section.tsx'
import { describeStaticPage } from '../parts/static-page-meta.ts'
import type { Route } from './+types/security-page'

type Security = SitePages['security']

export function loader({ context }: Route.LoaderArgs) {
  return { page: pageServices(context).pages.security }
}

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  loaderData ? describeStaticPage(loaderData.page, urls.security, matches) : []

export default function SecurityPage({ loaderData: { page } }: Route.ComponentProps) {
  const anchors = anchorsOf(page.areas.map(({ title }) => title))
  return (
    <PageBody>
      <PageIntro kicker="Trust" heading={page.heading} lead={page.lead}>
        <Button asChild>
          <a href="#reporting">Report a vulnerability</a>
        </Button>
      </PageIntro>
      {page.areas.map(({ title, text, points }, position) => (
        <SplitSection quiet key={anchors[position]} id={anchors[position] ?? ''} heading={title} lead={text}>
          <PointList points={points} className="max-w-3xl" />
        </SplitSection>
      ))}
      <SplitSection quiet id="roles" heading="Roles" lead="Roles in an organization and what each can do.">
        <Roles roles={page.roles} />
      </SplitSection>
      <SplitSection quiet id="reporting" heading="Report a vulnerability">
        <BodyText text={page.reporting} className="max-w-[65ch]" />
      </SplitSection>
      <ClosingPanel
        heading="Certifications, audits and vendors"
        text="The compliance page shows the status of each program, our subprocessors and the reports you can request."
      >
        <Button variant="primary" size="lg" asChild>
          <a href={urls.compliance}>View compliance</a>
        </Button>
        <Button size="lg" asChild>
          <a href={urls.privacy}>Read the privacy policy</a>
        </Button>
      </ClosingPanel>
    </PageBody>
  )
}

function Roles({ roles }: Pick<Security, 'roles'>) {
  return (
    <dl className="grid max-w-3xl gap-6">
      {roles.map(({ name, text }) => (
        <div key={name} className="grid gap-x-8 gap-y-1 sm:grid-cols-[8rem_minmax(0,1fr)]">
          <dt className="font-medium">{name}</dt>
          <dd className="text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
