import { urls } from '#web/lib/urls.ts'

/** The pages under Settings, in tab order. */
export const SETTINGS_PAGES = [
  { label: 'Profile', to: urls.profile },
  { label: 'Team', to: urls.team },
  { label: 'Brand', to: urls.brand },
  { label: 'Domains', to: urls.domains },
  { label: 'Provisioning', to: urls.provisioning },
  { label: 'Single sign-on', to: urls.singleSignOn },
  { label: 'Assignment rules', to: urls.assignmentRules },
  { label: 'Billing', to: urls.billing },
  { label: 'Tags', to: urls.tags },
  { label: 'Do not call', to: urls.doNotCall },
  { label: 'Your data', to: urls.data },
]
