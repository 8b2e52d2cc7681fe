import { Globe, Plus } from 'lucide-react'
import type { Domain, DomainUse } from '#contract/domains.ts'
import { type PageHandle, useMember } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { formatMoment, formatMomentDay } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState, Skeleton } from '#web/ui/states.tsx'
import { DnsRecord } from './dns-record.tsx'
import { checkText, useCheckDomain, useDomains, useWithdrawDomain } from './domains-queries.ts'

const AddDomainDialog = lazyDialog(async () => (await import('./add-domain-dialog.tsx')).AddDomainDialog)

export const meta = privatePage('Domains')
export const handle: PageHandle = { needs: 'organization' }

/** Domains of the organization: for its app, and for its members' email addresses. Owners and admins manage them. */
export default function DomainsPage() {
  const canManage = useMember().role !== 'MEMBER'
  const domains = useDomains(canManage)
  if (!canManage)
    return (
      <Page title="Domains">
        <EmptyState
          icon={<Globe />}
          title="For owners and admins only"
          description="Ask an owner or admin to add or change a domain."
        />
      </Page>
    )
  return (
    <Page title="Domains" width="max-w-3xl">
      <Loaded
        query={domains}
        failure="We couldn't load your domains"
        pending={<Skeleton className="mt-4 h-48 w-full" />}
      >
        {({ domains: all, appHost, canServeApp }) => (
          <div className="mt-4 grid gap-4">
            <UsePanel
              use="app"
              title="Your app"
              text={
                canServeApp
                  ? 'Your team signs in and works at your own address. Links in our emails to your team use it too.'
                  : 'Your team signs in and works at your own address. This is part of the Enterprise plan. Contact us to change your plan.'
              }
              canAdd={canServeApp}
              domains={all}
              appHost={appHost}
            />
            <UsePanel
              use="email"
              title="Email domains"
              text="Prove that your company's email addresses are yours. Single sign-on needs this."
              canAdd
              domains={all}
              appHost={appHost}
            />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

interface UsePanelProps {
  use: DomainUse
  title: string
  text: string
  canAdd: boolean
  domains: readonly Domain[]
  appHost: string
}

/** The domains of one use, with a button to add one. */
function UsePanel({ use, title, text, canAdd, domains, appHost }: UsePanelProps) {
  const shown = domains.filter((domain) => domain.use === use)
  return (
    <Panel title={title} text={text}>
      {shown.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {shown.map((domain) => (
            <DomainItem key={domain.id} domain={domain} appHost={appHost} />
          ))}
        </ul>
      )}
      {canAdd && (
        <div className="mt-4">
          <DialogButton dialog={(close) => <AddDomainDialog use={use} onClose={close} />}>
            <Plus aria-hidden />
            {use === 'app' ? 'Add app domain' : 'Add email domain'}
          </DialogButton>
        </div>
      )}
    </Panel>
  )
}

function DomainItem({ domain, appHost }: { domain: Domain; appHost: string }) {
  const check = useCheckDomain()
  const { record, provenAt } = domain
  return (
    <li className="grid gap-3 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="mr-auto min-w-0">
          <h3 className="flex flex-wrap items-center gap-2 text-sm font-medium wrap-anywhere">
            {domain.domain}
            <StateBadge domain={domain} />
          </h3>
          {domain.domain !== domain.asciiDomain && (
            <p className="text-[13px] text-muted wrap-anywhere">In DNS: {domain.asciiDomain}</p>
          )}
          <p className="text-[13px] text-muted">{stateText(domain)}</p>
        </div>
        <div className="flex gap-2">
          <Button
            size="row"
            pending={check.isPending}
            pendingLabel="Checking..."
            onClick={() => check.mutate(domain)}
          >
            Check now<span className="sr-only"> {domain.domain}</span>
          </Button>
          <WithdrawButton domain={domain} />
        </div>
      </div>
      {provenAt === null || domain.problem ? (
        <div className="grid gap-3 text-sm">
          <p>Add this TXT record where you manage the DNS of {domain.domain}. Keep it there.</p>
          <DnsRecord type="TXT" {...record} />
        </div>
      ) : null}
      {domain.use === 'app' && (
        <div className="grid gap-3 text-sm">
          <p>
            Point {domain.domain} to us. If your DNS provider allows no CNAME record at this name, use its
            ALIAS or ANAME record instead.
          </p>
          <DnsRecord type="CNAME" name={domain.asciiDomain} value={appHost} />
        </div>
      )}
    </li>
  )
}

function StateBadge({ domain: { provenAt, endsAt } }: { domain: Domain }) {
  if (provenAt === null) return <Badge>Not proven</Badge>
  return endsAt ? <Badge tone="orange">Check failed</Badge> : <Badge tone="green">Proven</Badge>
}

function stateText(domain: Domain): string {
  const { provenAt, checkedAt, endsAt } = domain
  const checked = checkedAt ? `Last checked ${formatMoment(checkedAt)}.` : 'Not checked yet.'
  if (endsAt) return `${checkText(domain)} It stops working ${formatMomentDay(endsAt)}. ${checked}`
  if (domain.problem) return `${checkText(domain)} ${checked}`
  return provenAt ? `Proven ${formatMomentDay(provenAt)}. ${checked}` : checked
}

function WithdrawButton({ domain }: { domain: Domain }) {
  const withdraw = useWithdrawDomain()
  const consequence =
    domain.use === 'app'
      ? 'Links to it stop working at once, and your team signs in at our address again.'
      : 'Single sign-on stops working for its email addresses at once.'
  return (
    <DialogButton
      size="row"
      variant="danger-quiet"
      dialog={(close) => (
        <AlertDialog
          onClose={close}
          title={`Withdraw ${domain.domain}?`}
          description={consequence}
          confirmLabel="Withdraw domain"
          pendingLabel="Withdrawing..."
          pending={withdraw.isPending}
          onConfirm={() => withdraw.mutate(domain, { onSettled: close })}
        />
      )}
    >
      Withdraw<span className="sr-only"> {domain.domain}</span>
    </DialogButton>
  )
}
