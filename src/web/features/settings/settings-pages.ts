import type { CurrentUser } from '#contract/auth.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { urls } from '#web/lib/urls.ts'

type Role = NonNullable<CurrentUser['role']>

interface SettingsPage {
  label: string
  to: string
  /** Roles that can't use the page, so that their tabs leave it out. */
  hiddenFrom?: readonly Role[]
}

const MANAGERS_ONLY: readonly Role[] = ['MEMBER']
const OWNERS_ONLY: readonly Role[] = ['MEMBER', 'ADMIN']

/** The pages under Settings in tab order: daily work first, then what is set up once. */
const SETTINGS_PAGES: readonly SettingsPage[] = [
  { label: 'Profile', to: urls.profile },
  { label: 'Team', to: urls.team },
  { label: 'Assignment rules', to: urls.assignmentRules, hiddenFrom: MANAGERS_ONLY },
  { label: 'Tags', to: urls.tags },
  { label: 'Signal rules', to: urls.signalRules },
  { label: 'Do not call', to: urls.doNotCall },
  { label: 'Billing', to: urls.billing },
  { label: 'Connected apps', to: urls.connectedApps },
  { label: 'API', to: urls.apiKeys },
  { label: 'Your data', to: urls.data },
  { label: 'Brand', to: urls.brand, hiddenFrom: MANAGERS_ONLY },
  { label: 'Domains', to: urls.domains, hiddenFrom: MANAGERS_ONLY },
  { label: 'Webhooks', to: urls.webhooks, hiddenFrom: MANAGERS_ONLY },
  { label: 'Follow Up Boss', to: urls.followUpBoss, hiddenFrom: OWNERS_ONLY },
  { label: 'Single sign-on', to: urls.singleSignOn, hiddenFrom: OWNERS_ONLY },
  { label: 'Provisioning', to: urls.provisioning, hiddenFrom: OWNERS_ONLY },
]

/** The pages under Settings that the user's role can use. */
export function useSettingsPages(): readonly SettingsPage[] {
  const role = useCurrentUser().user?.role
  return SETTINGS_PAGES.filter(({ hiddenFrom }) => !role || !hiddenFrom?.includes(role))
}
