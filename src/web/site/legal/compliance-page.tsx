import type { MetaFunction } from 'react-router'
import type { SitePages } from '#contract/site.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { Button } from '#web/ui/button.tsx'
import { ClosingPanel } from '../parts/closing-panel.tsx'
import { FactGrid } from '../parts/fact-grid.tsx'
import { PageBody } from '../parts/page-body.tsx'
import { PageIntro } from '../parts/page-intro.tsx'
import { PointList } from '../parts/point-list.tsx'
import { SiteSection } from '../parts/site-section.tsx'
import { SplitSection } from '../parts/split-section.tsx'
import { describeStaticPage } from '../parts/static-page-meta.ts'
import type { Route } from './+types/compliance-page'
import { AuditSchedule } from './audit-schedule.tsx'
import { StatusCard } from './status-card.tsx'
import { SubprocessorTable } from './subprocessor-table.tsx'

type Compliance = SitePages['compliance']

export function loader({ context }: Route.LoaderArgs) {
  return { page: pageServices(context).pages.compliance }
}

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  loaderData ? describeStaticPage(loaderData.page, urls.compliance, matches) : []

export default function CompliancePage({ loaderData: { page } }: Route.ComponentProps) {
  const { privacy, industry, vendors, audit, program, contacts } = page
  return (
    <PageBody>
      <PageIntro kicker="Trust" heading={page.heading} lead={page.lead}>
        <Button variant="primary" size="lg" asChild>
          <a href={urls.contact}>Request Compliance Documentation</a>
        </Button>
      </PageIntro>
      <section aria-labelledby="status-heading" className="pb-12 sm:pb-16">
        <h2 id="status-heading" className="sr-only">
          Status of each program
        </h2>
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          {page.cards.map((card) => (
            <StatusCard key={card.title} card={card} />
          ))}
        </ul>
      </section>
      <SiteSection id="privacy" heading="Data Privacy Framework" lead={privacy.lead}>
        <FactGrid facts={privacy.rights} columns={3} />
        <Regimes regimes={privacy.regimes} />
      </SiteSection>
      <SplitSection id="industry" heading="Industry-Specific Compliance" lead={industry.lead}>
        <FactGrid facts={industry.laws} columns={2} />
        <h3 className="mt-12 text-lg">Privacy laws and our roles</h3>
        <dl className="mt-4">
          {industry.regimes.map(({ title, text }) => (
            <div
              key={title}
              className="grid gap-x-8 gap-y-1 border-t border-line py-4 sm:grid-cols-[8rem_minmax(0,1fr)]"
            >
              <dt className="font-medium">{title}</dt>
              <dd className="text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </SplitSection>
      <SiteSection id="vendors" heading="Vendor & Third-Party Management" lead={vendors.lead}>
        <PointList points={vendors.commitments} className="gap-x-10 lg:grid-cols-2" />
        <SubprocessorTable subprocessors={vendors.subprocessors} />
      </SiteSection>
      <SiteSection id="audit" heading="Audit & Reporting">
        <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Reports reports={audit.reports} />
          <AuditSchedule schedule={audit.schedule} />
        </div>
      </SiteSection>
      <SiteSection id="program" heading="Continuous Compliance Program" lead={program.lead}>
        <FactGrid facts={program.practices} columns={3} />
      </SiteSection>
      <SplitSection id="contacts" heading="Compliance Contacts" lead={contacts.lead}>
        <Mailboxes mailboxes={contacts.mailboxes} />
      </SplitSection>
      <ClosingPanel
        heading="Need something for your own review?"
        text="Request a report, a signed agreement or answers to your questionnaire."
      >
        <Button variant="primary" size="lg" asChild>
          <a href={urls.contact}>Contact Compliance Team</a>
        </Button>
        <Button size="lg" asChild>
          <a href={urls.security}>View Security Overview</a>
        </Button>
      </ClosingPanel>
    </PageBody>
  )
}

function Regimes({ regimes }: { regimes: readonly string[] }) {
  return (
    <>
      <h3 className="mt-12">Laws this framework follows</h3>
      <ul className="mt-3 flex flex-wrap gap-x-8 gap-y-2 text-sm text-muted">
        {regimes.map((regime) => (
          <li key={regime}>{regime}</li>
        ))}
      </ul>
    </>
  )
}

function Reports({ reports }: Pick<Compliance['audit'], 'reports'>) {
  return (
    <div>
      <h3 className="text-lg">Available reports</h3>
      <ul className="mt-4">
        {reports.map(({ title, text }) => (
          <li key={title} className="border-t border-line py-4">
            <p className="font-medium">{title}</p>
            <p className="mt-1 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Mailboxes({ mailboxes }: Pick<Compliance['contacts'], 'mailboxes'>) {
  return (
    <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
      {mailboxes.map(({ role, email, text }) => (
        <li key={role} className="border-t border-line pt-4">
          <h3>{role}</h3>
          <p>
            <a
              href={`mailto:${email}`}
              className="inline-flex min-h-11 items-center text-accent underline-offset-4 wrap-anywhere hover:underline"
            >
              {email}
            </a>
          </p>
          <p className="text-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}
