import { Gauge, LogOut, type LucideIcon } from 'lucide-react'
import { NavLink } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { MONTHLY_CREDITS } from '#domain/billing/monthly-credits.ts'
import { LogoutLink } from '#web/features/auth/logout-link.tsx'
import { useSubscription } from '#web/features/billing/subscription-queries.ts'
import { useBrand } from '#web/lib/brand.ts'
import { formatCount } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { BrandMark, isWideLogo } from '#web/ui/brand-mark.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Tooltip, type TooltipProps } from '#web/ui/tooltip.tsx'
import { useNavigation } from './navigation.ts'

export interface SidebarProps {
  user: CurrentUser | null
  /** Icons only, 3rem wide. */
  collapsed?: boolean
  /** Called when a link is followed, to close the sheet on phones. */
  onLeave?: () => void
}

/** The sidebar on wide screens: 16rem, or 3rem with icons only. */
export function Sidebar(props: SidebarProps) {
  const brand = useBrand()
  const { name } = brand
  return (
    <aside
      className={cx(
        'sticky top-0 hidden h-dvh shrink-0 flex-col border-r border-line md:flex',
        props.collapsed ? 'w-12' : 'w-64',
      )}
    >
      <WithHint label={name} hint={props.collapsed ?? false}>
        <NavLink
          to={urls.dashboard}
          aria-label={name}
          className={cx(
            'flex h-13 shrink-0 items-center gap-2.5 text-base font-semibold',
            props.collapsed ? 'justify-center' : 'px-4',
          )}
        >
          <BrandMark brand={brand} size={24} compact={props.collapsed} />
          {!props.collapsed && !isWideLogo(brand.logo) && <span className="truncate">{name}</span>}
        </NavLink>
      </WithHint>
      <SidebarBody {...props} />
    </aside>
  )
}

/** Groups, credits and Logout, shared by the sidebar and the sheet. */
export function SidebarBody({ user, collapsed = false, onLeave }: SidebarProps) {
  const { poweredBy } = useBrand()
  return (
    <div className={cx('flex min-h-0 flex-1 flex-col overflow-y-auto', collapsed ? 'p-1' : 'px-2.5 py-2')}>
      <nav aria-label="Main navigation" className="grid gap-4">
        {useNavigation().map((group) => (
          <section key={group.label} aria-label={group.label}>
            {!collapsed && (
              <h2 className="px-2 pb-1 text-xs font-normal tracking-normal text-dim">{group.label}</h2>
            )}
            <ul className="grid gap-0.5">
              {group.items.map(({ label, to, icon }) => (
                <li key={to}>
                  <WithHint label={label} hint={collapsed}>
                    <NavLink to={to} onClick={onLeave} className={rowClasses(collapsed, LINK_CLASSES)}>
                      <RowContent icon={icon} label={label} collapsed={collapsed} />
                    </NavLink>
                  </WithHint>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className="mt-auto grid gap-0.5 pt-4">
        {user && <Credits organizationId={user.organizationId} collapsed={collapsed} />}
        <WithHint label="Logout" hint={collapsed}>
          <LogoutLink className={rowClasses(collapsed, LINK_CLASSES)}>
            <RowContent icon={LogOut} label="Logout" collapsed={collapsed} />
          </LogoutLink>
        </WithHint>
        {poweredBy && !collapsed && <p className="px-2 pt-1 text-xs text-dim">Powered by {poweredBy}</p>}
      </div>
    </div>
  )
}

const LINK_CLASSES =
  'rounded-lg font-medium text-muted transition-colors max-md:h-11 hover:bg-raised hover:text-text ' +
  'aria-[current=page]:bg-raised aria-[current=page]:text-text'

function rowClasses(collapsed: boolean, extraClasses: string): string {
  return cx(
    'flex h-9 items-center gap-3 text-sm [&_svg]:size-4 [&_svg]:shrink-0',
    collapsed ? 'justify-center' : 'px-2',
    extraClasses,
  )
}

function RowContent(props: { icon: LucideIcon; label: string; collapsed: boolean }) {
  return (
    <>
      <props.icon aria-hidden />
      <span className={props.collapsed ? 'sr-only' : undefined}>{props.label}</span>
    </>
  )
}

/** Adds the label as a tooltip while the sidebar is collapsed. */
function WithHint(props: { label: string; hint: boolean; children: TooltipProps['children'] }) {
  if (!props.hint) return props.children
  return (
    <Tooltip content={props.label} side="right">
      {props.children}
    </Tooltip>
  )
}

/** `612 of 1,000 credits`; only the balance if it exceeds the monthly credits or the plan has no fixed number. */
function Credits({ organizationId, collapsed }: { organizationId: string | null; collapsed: boolean }) {
  const organization = useSubscription(organizationId).data?.organization
  if (!organization) return null
  const { credits, subscriptionPlan } = organization
  const monthly = subscriptionPlan === 'professional' && credits <= MONTHLY_CREDITS
  const monthlyText = monthly ? ` of ${formatCount(MONTHLY_CREDITS)}` : ''
  const text = `${formatCount(credits)}${monthlyText} credits`
  return (
    <WithHint label={text} hint={collapsed}>
      <p className={rowClasses(collapsed, cx('tabular-nums', credits === 0 ? 'text-yellow' : 'text-muted'))}>
        <RowContent icon={Gauge} label={text} collapsed={collapsed} />
      </p>
    </WithHint>
  )
}
