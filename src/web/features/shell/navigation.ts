import {
  BookOpenCheck,
  CreditCard,
  Database,
  FileUp,
  ListChecks,
  type LucideIcon,
  Receipt,
  ShieldCheck,
  Smartphone,
  TextAlignStart,
  TrendingUp,
  UserRound,
  Users,
  UsersRound,
} from 'lucide-react'
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
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    label: 'Main',
    items: [
      { label: 'Contacts', to: urls.dashboard, icon: Users },
      { label: 'Tasks', to: urls.tasks, icon: ListChecks },
      { label: 'Playbooks', to: urls.playbooks, icon: BookOpenCheck },
      { label: 'Insights', to: urls.insights, icon: TrendingUp },
      { label: 'Imports', to: urls.imports, icon: FileUp },
      { label: 'Sync Contacts', to: urls.syncContacts, icon: Smartphone },
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
      { label: 'Billing', to: urls.billing, icon: Receipt },
      { label: 'Subscribe', to: urls.subscribe, icon: CreditCard },
      { label: 'Team', to: urls.team, icon: UsersRound },
      { label: 'Profile', to: urls.profile, icon: UserRound },
      { label: 'Your data', to: urls.data, icon: Database },
    ],
  },
]
