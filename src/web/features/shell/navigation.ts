import {
  BookOpenCheck,
  Building2,
  ChartLine,
  CreditCard,
  FileUp,
  ListChecks,
  type LucideIcon,
  Map as MapIcon,
  Settings,
  ShieldCheck,
  Smartphone,
  Sun,
  TextAlignStart,
  TrendingUp,
  Users,
  Waves,
} from 'lucide-react'
import { useCurrentUser, useIsAdmin } from '#web/features/auth/auth-queries.ts'
import { useSubscription } from '#web/features/billing/subscription-queries.ts'
import { useBrokerages } from '#web/features/brokerage/use-brokerages.ts'
import { urls } from '#web/lib/urls.ts'

interface NavigationItem {
  label: string
  to: string
  icon: LucideIcon
}

interface NavigationGroup {
  label: string
  /** Shown to operators only. */
  adminOnly?: boolean
  items: readonly NavigationItem[]
}

/** Groups and links of the sidebar. */
const NAVIGATION: readonly NavigationGroup[] = [
  {
    label: 'Main',
    items: [
      { label: 'Today', to: urls.today, icon: Sun },
      { label: 'Contacts', to: urls.dashboard, icon: Users },
      { label: 'Map', to: urls.map, icon: MapIcon },
      { label: 'Pond', to: urls.pond, icon: Waves },
      { label: 'Tasks', to: urls.tasks, icon: ListChecks },
      { label: 'Playbooks', to: urls.playbooks, icon: BookOpenCheck },
      { label: 'Insights', to: urls.insights, icon: TrendingUp },
      { label: 'Analytics', to: urls.analytics, icon: ChartLine },
      { label: 'Imports', to: urls.imports, icon: FileUp },
      { label: 'Sync Contacts', to: urls.syncContacts, icon: Smartphone },
      { label: 'Brokerage', to: urls.brokerage, icon: Building2 },
    ],
  },
  {
    label: 'Admin',
    adminOnly: true,
    items: [
      { label: 'Blog Manager', to: urls.blogAdmin, icon: TextAlignStart },
      { label: 'Admin', to: urls.admin, icon: ShieldCheck },
    ],
  },
  {
    label: 'Settings',
    items: [
      { label: 'Subscribe', to: urls.subscribe, icon: CreditCard },
      { label: 'Settings', to: urls.settings, icon: Settings },
    ],
  },
]

/**
 * The groups that the user may open. Subscribe is hidden from subscribers, Brokerage from everyone without one.
 */
export function useNavigation(): readonly NavigationGroup[] {
  const isAdmin = useIsAdmin()
  const { user } = useCurrentUser()
  const subscription = useSubscription(user?.organizationId ?? null)
  const canSubscribe = user && (!user.organizationId || subscription.data)
  const isSubscribed = subscription.data?.organization.subscriptionStatus === 'active'
  const { data: brokerages = [] } = useBrokerages()
  const isShown = ({ to }: NavigationItem) => {
    if (to === urls.brokerage) return brokerages.length > 0
    // Others find unassigned contacts in their list.
    if (to === urls.pond) return user?.access !== undefined && user.access !== 'all'
    return to !== urls.subscribe || (canSubscribe && !isSubscribed)
  }
  return NAVIGATION.filter(({ adminOnly }) => !adminOnly || isAdmin).map((group) => ({
    ...group,
    items: group.items.filter(isShown),
  }))
}
