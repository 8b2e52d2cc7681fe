import type { CurrentUser } from '#contract/auth.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { urls } from '#web/lib/urls.ts'

type Role = NonNullable<CurrentUser['role']>

export const SETTINGS_GROUPS = ['You', 'Team', 'Contacts', 'Organization', 'Connections'] as const

interface SettingsPage {
  label: string
  to: string
  group: (typeof SETTINGS_GROUPS)[number]
  /** Roles that can't use the page, so that their tabs leave it out. */
  hiddenFrom?: readonly Role[]
}

const MANAGERS_ONLY: readonly Role[] = ['MEMBER']
const OWNERS_ONLY: readonly Role[] = ['MEMBER', 'ADMIN']

/** The pages under Settings by group, in the order of the tabs. */
const SETTINGS_PAGES: readonly SettingsPage[] = [
  { group: 'You', label: 'Profile', to: urls.profile },
  { group: 'You', label: 'Calendar', to: urls.calendar },
  { group: 'Team', label: 'Team', to: urls.team },
  { group: 'Team', label: 'Assignment rules', to: urls.assignmentRules, hiddenFrom: MANAGERS_ONLY },
  { group: 'Team', label: 'Single sign-on', to: urls.singleSignOn, hiddenFrom: OWNERS_ONLY },
  { group: 'Team', label: 'Provisioning', to: urls.provisioning, hiddenFrom: OWNERS_ONLY },
  { group: 'Contacts', label: 'Tags', to: urls.tags },
  { group: 'Contacts', label: 'Signal rules', to: urls.signalRules },
  { group: 'Contacts', label: 'Do not call', to: urls.doNotCall },
  { group: 'Organization', label: 'Billing', to: urls.billing },
  { group: 'Organization', label: 'Your data', to: urls.data },
  { group: 'Organization', label: 'Brand', to: urls.brand, hiddenFrom: MANAGERS_ONLY },
  { group: 'Organization', label: 'Domains', to: urls.domains, hiddenFrom: MANAGERS_ONLY },
  { group: 'Connections', label: 'Connected apps', to: urls.connectedApps },
  { group: 'Connections', label: 'API', to: urls.apiKeys },
  { group: 'Connections', label: 'Webhooks', to: urls.webhooks, hiddenFrom: MANAGERS_ONLY },
  { group: 'Connections', label: 'Follow Up Boss', to: urls.followUpBoss, hiddenFrom: OWNERS_ONLY },
]

/** The pages under Settings that the user's role can use. */
export function useSettingsPages(): readonly SettingsPage[] {
  const role = useCurrentUser().user?.role
  return SETTINGS_PAGES.filter(({ hiddenFrom }) => !role || !hiddenFrom?.includes(role))
}
