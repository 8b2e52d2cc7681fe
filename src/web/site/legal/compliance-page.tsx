import {
  Award,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CreditCard,
  Globe,
  HeartPulse,
  Landmark,
  Lock,
  type LucideIcon,
  ShieldCheck,
} from 'lucide-react'
import type { SitePages } from '#contract/site.ts'
import { urls } from '#web/lib/urls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/table.tsx'
import { LinkedText } from '../documentation/document-blocks.tsx'
import { contentLoader, contentMeta } from '../page-meta.ts'
import {
  ClosingPanel,
  FactGrid,
  PageBody,
  PageIntro,
  PointList,
  SiteSection,
  TermList,
} from '../parts/blocks.tsx'
import type { Route } from './+types/compliance-page'

type Compliance = SitePages['compliance']

export const loader = contentLoader('compliance')
export const meta = contentMeta(urls.compliance)

export default function CompliancePage({ loaderData: { page } }: Route.ComponentProps) {
  const { privacy, industry, vendors, audit, program, contacts } = page
  return (
    <PageBody>
      <PageIntro kicker="Trust" heading={page.heading} lead={page.lead}>
        <ButtonLink variant="primary" size="lg" href={urls.contact}>
          Request Compliance Documentation
        </ButtonLink>
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
        <h3 className="mt-12">Laws covered</h3>
        <ul className="mt-3 flex flex-wrap gap-x-8 gap-y-2 text-sm text-muted">
          {privacy.regimes.map((regime) => (
            <li key={regime}>{regime}</li>
          ))}
        </ul>
      </SiteSection>
      <SiteSection split id="industry" heading="Industry-Specific Compliance" lead={industry.lead}>
        <FactGrid facts={industry.laws} columns={2} />
        <h3 className="mt-12 text-lg">Privacy laws and our roles</h3>
        <div className="mt-4">
          <TermList
            terms={industry.regimes.map(({ title, text }) => ({ term: title, text }))}
            className="border-t border-line"
          />
        </div>
      </SiteSection>
      <SiteSection id="vendors" heading="Vendor & Third-Party Management" lead={vendors.lead}>
        <PointList points={vendors.commitments} className="gap-x-10 lg:grid-cols-2" />
        <SubprocessorTable subprocessors={vendors.subprocessors} />
      </SiteSection>
      <SiteSection id="audit" heading="Audit & Reporting">
        <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Reports reports={audit.reports} />
          <div>
            <h3 id="audit-schedule" className="mb-2 text-lg">
              Audit schedule
            </h3>
            <DataTable
              labelledBy="audit-schedule"
              columns={AUDIT_COLUMNS}
              rows={audit.schedule}
              rowKey={({ what }) => what}
              className="text-base"
            />
          </div>
        </div>
      </SiteSection>
      <SiteSection id="program" heading="Continuous Compliance Program" lead={program.lead}>
        <FactGrid facts={program.practices} columns={3} />
      </SiteSection>
      <SiteSection split id="contacts" heading="Compliance Contacts" lead={contacts.lead}>
        <FactGrid
          columns={2}
          facts={contacts.mailboxes.map(({ role, email, text }) => ({
            title: role,
            text: `${email}\n\n${text}`,
          }))}
        />
      </SiteSection>
      <ClosingPanel
        heading="Need something for your own review?"
        text="Request a report, a signed agreement or answers to your questionnaire."
        links={[
          { label: 'Contact Compliance Team', href: urls.contact, variant: 'primary' },
          { label: 'View Security Overview', href: urls.security },
        ]}
      />
    </PageBody>
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

const AUDIT_COLUMNS: readonly Column<Compliance['audit']['schedule'][number]>[] = [
  { label: 'Activity', isRowHeader: true, cell: ({ what }) => <span className="font-medium">{what}</span> },
  { label: 'Frequency', isNumber: true, className: 'text-muted', cell: ({ when }) => when },
]

type ComplianceCard = Compliance['cards'][number]

const ICONS: Readonly<Record<ComplianceCard['icon'], LucideIcon>> = {
  shield: ShieldCheck,
  lock: Lock,
  globe: Globe,
  heart: HeartPulse,
  certificate: Award,
  card: CreditCard,
  landmark: Landmark,
}

/** Badges by status. The icon repeats what the color says. */
const DONE_BADGE = { tone: 'green', icon: <CircleCheck aria-hidden /> } as const
const IN_PROGRESS_BADGE = { tone: 'yellow', icon: <CircleDashed aria-hidden /> } as const
const PLANNED_BADGE = { tone: 'blue', icon: <CircleDot aria-hidden /> } as const

const STATUS_BADGES = {
  Certified: DONE_BADGE,
  Compliant: DONE_BADGE,
  Available: DONE_BADGE,
  'In Progress': IN_PROGRESS_BADGE,
  Planned: PLANNED_BADGE,
  Ready: PLANNED_BADGE,
} as const

/** Status of one compliance program. */
function StatusCard({ card }: { card: ComplianceCard }) {
  const Icon = ICONS[card.icon]
  return (
    <li>
      <Card className="flex h-full flex-col p-6">
        <div className="flex items-center justify-between gap-3">
          <Icon aria-hidden className="size-5 text-muted" />
          <Badge {...STATUS_BADGES[card.status]}>{card.status}</Badge>
        </div>
        <h3 className="mt-5 text-lg">{card.title}</h3>
        <p className="mt-1.5 text-muted">{card.description}</p>
        <ul className="mt-5 grid list-disc gap-1.5 pl-4 text-sm text-muted marker:text-line-strong">
          {card.details.map((detail) => (
            <li key={detail}>
              <LinkedText text={detail} />
            </li>
          ))}
        </ul>
      </Card>
    </li>
  )
}

type Subprocessor = Compliance['vendors']['subprocessors'][number]

const COLUMNS = [
  { label: 'Purpose', key: 'purpose' },
  { label: 'Data it receives', key: 'data' },
  { label: 'Location', key: 'place' },
] as const

/** Table of subprocessors. On phones each row becomes a block with labeled entries. */
function SubprocessorTable({ subprocessors }: { subprocessors: readonly Subprocessor[] }) {
  return (
    <table className="mt-12 w-full text-left text-sm max-md:block">
      <caption className="pb-4 text-left text-lg font-semibold max-md:block">Subprocessors</caption>
      <thead className="max-md:sr-only">
        <tr>
          <th scope="col" className="border-b border-line-strong py-3 pr-6 font-medium text-muted">
            Name
          </th>
          {COLUMNS.map(({ label }) => (
            <th
              key={label}
              scope="col"
              className="border-b border-line-strong py-3 pr-6 font-medium text-muted last:pr-0"
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {subprocessors.map((subprocessor) => (
          <tr key={subprocessor.name} className="border-line not-last:border-b max-md:block max-md:py-4">
            <th
              scope="row"
              className="py-4 pr-6 align-top font-medium max-md:block max-md:pt-0 max-md:pb-1 max-md:text-base md:w-1/5"
            >
              {subprocessor.name}
            </th>
            {COLUMNS.map(({ label, key }) => (
              <td
                key={key}
                className="align-top text-muted max-md:grid max-md:grid-cols-[7.5rem_minmax(0,1fr)] max-md:gap-x-3 max-md:py-1 md:py-4 md:pr-6 md:last:pr-0"
              >
                <span aria-hidden className="text-dim md:hidden">
                  {label}
                </span>
                <span>{subprocessor[key]}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
