import type { SitePages } from '#contract/site.ts'
import { urls } from '#web/lib/urls.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { contentLoader, contentMeta } from '../page-meta.ts'
import { ClosingPanel, FactGrid, PageBody, PageIntro, SiteSection } from '../parts/blocks.tsx'
import type { Route } from './+types/careers-page'

type Role = SitePages['careers']['roles'][number]

export const loader = contentLoader('careers')
export const meta = contentMeta(urls.careers)

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
      <SiteSection split id="benefits" heading="What we offer">
        <FactGrid facts={page.benefits} columns={2} />
      </SiteSection>
      <ClosingPanel
        heading="Questions before you apply?"
        text="Ask us anything about a role or about working here."
        links={[
          { label: 'Contact us', href: urls.contact },
          { label: 'About us', href: urls.about, variant: 'ghost' },
        ]}
      />
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
      <ButtonLink className="justify-self-start" href={applyUrl(role)}>
        Apply<span className="sr-only"> for {role.title}</span>
      </ButtonLink>
    </li>
  )
}

/** URL of the contact form with the subject filled in. */
function applyUrl({ title }: Role): string {
  return `${urls.contact}?${new URLSearchParams({ subject: `Job application: ${title}` })}`
}
