import { useQuery } from '@tanstack/react-query'
import type { BrandSettings } from '#contract/brand.ts'
import { type PageHandle, useMember } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Panel } from '#web/ui/card.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { useBrandQuery } from './brand-queries.ts'
import { EmailTextsPanel } from './email-texts-panel.tsx'
import { ImagesPanel } from './images-panel.tsx'
import { LookPanel } from './look-panel.tsx'
import { SenderPanel } from './sender-panel.tsx'

export const meta = privatePage('Brand')
export const handle: PageHandle = { needs: 'organization' }

/** Name, logo, colors and emails of the organization's own brand, for owners and admins. */
export default function BrandPage() {
  const { role } = useMember()
  return (
    <Page title="Brand" width="max-w-3xl">
      {role === 'MEMBER' ? (
        <EmptyState
          title="For owners and admins only"
          description="Ask an owner or admin to change your organization's brand."
        />
      ) : (
        <BrandPanels />
      )}
    </Page>
  )
}

function BrandPanels() {
  const brand = useQuery(useBrandQuery())
  return (
    <>
      <p className="mt-1 text-sm text-pretty text-muted">
        Show your own name, logo and colors to your team, in the app and in emails.
      </p>
      <Loaded
        query={brand}
        failure="We couldn't load your brand"
        pending={
          <Skeletons label="Loading your brand" className="mt-4 gap-4" rows={['h-96', 'h-48', 'h-56']} />
        }
      >
        {(settings) => (
          <div className="mt-4 grid gap-4">
            {!settings.isIncluded && <PlanNotice settings={settings} />}
            <LookPanel settings={settings} />
            <ImagesPanel settings={settings} />
            <EmailTextsPanel settings={settings} />
            <SenderPanel settings={settings} />
          </div>
        )}
      </Loaded>
    </>
  )
}

function PlanNotice({ settings }: { settings: BrandSettings }) {
  const hasBrand = settings.name !== null || settings.accent !== null || settings.logo !== null
  return (
    <Panel
      title="Part of the Enterprise plan"
      text={
        hasBrand
          ? "Your plan doesn't include your own brand, so your team sees ours. Everything you set is saved and comes back with the Enterprise plan."
          : "Your plan doesn't include your own brand. Contact us to switch to the Enterprise plan."
      }
    >
      <ButtonLink to={urls.contact} className="mt-3">
        Contact us
      </ButtonLink>
    </Panel>
  )
}
