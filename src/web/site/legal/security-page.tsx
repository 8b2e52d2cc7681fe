import { urls } from '#web/lib/urls.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { contentLoader, contentMeta } from '../page-meta.ts'
import {
  anchorsOf,
  BodyText,
  ClosingPanel,
  PageBody,
  PageIntro,
  PointList,
  SiteSection,
  TermList,
} from '../parts/blocks.tsx'
import type { Route } from './+types/security-page'

export const loader = contentLoader('security')
export const meta = contentMeta(urls.security)

export default function SecurityPage({ loaderData: { page } }: Route.ComponentProps) {
  const anchors = anchorsOf(page.areas.map(({ title }) => title))
  return (
    <PageBody>
      <PageIntro kicker="Trust" heading={page.heading} lead={page.lead}>
        <ButtonLink href="#reporting">Report a vulnerability</ButtonLink>
      </PageIntro>
      {page.areas.map(({ title, text, points }, position) => (
        <SiteSection
          split
          compact
          key={anchors[position]}
          id={anchors[position] ?? ''}
          heading={title}
          lead={text}
        >
          <PointList points={points} className="max-w-3xl" />
        </SiteSection>
      ))}
      <SiteSection
        split
        compact
        id="roles"
        heading="Roles"
        lead="Roles in an organization and what each can do."
      >
        <TermList terms={page.roles.map(({ name, text }) => ({ term: name, text }))} className="max-w-3xl" />
      </SiteSection>
      <SiteSection split compact id="reporting" heading="Report a vulnerability">
        <BodyText text={page.reporting} className="max-w-[65ch]" />
      </SiteSection>
      <ClosingPanel
        heading="Certifications, audits and vendors"
        text="The compliance page shows the status of each program, our subprocessors and the reports you can request."
        links={[
          { label: 'View compliance', href: urls.compliance, variant: 'primary' },
          { label: 'Read the privacy policy', href: urls.privacy },
        ]}
      />
    </PageBody>
  )
}
