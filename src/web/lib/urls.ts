/** The URLs that the product links to, named after the specification's route table. */
export const urls = {
  home: '/',
  pricing: '/#pricing',
  features: '/#features',
  login: '/#login',
  signIn: '/sign-in',
  verify: '/auth/verify',
  code: '/auth/code',
  singleSignOn: '/settings/single-sign-on',
  today: '/today',
  dashboard: '/dashboard',
  map: '/map',
  duplicates: '/duplicates',
  syncContacts: '/sync-contacts',
  imports: '/imports',
  importReview: '/imports/review',
  importReport: (id: string) => `/imports/${id}`,
  tasks: '/tasks',
  playbooks: '/playbooks',
  insights: '/insights',
  outcomes: '/insights/outcomes',
  analytics: '/analytics',
  /** The overview is the page itself. */
  analyticsView: (view: string) => (view === 'overview' ? '/analytics' : `/analytics/${view}`),
  analyticsPeople: '/analytics/people',
  onboarding: '/onboarding',
  subscribe: '/subscribe',
  checkout: '/checkout',
  settings: '/settings',
  team: '/settings/team',
  domains: '/settings/domains',
  webhooks: '/settings/webhooks',
  followUpBoss: '/settings/follow-up-boss',
  assignmentRules: '/settings/assignment',
  signalRules: '/settings/signal-rules',
  pond: '/pond',
  profile: '/settings/profile',
  license: '/settings/profile#license',
  calendar: '/settings/calendar',
  brand: '/settings/brand',
  data: '/settings/data',
  tags: '/settings/tags',
  doNotCall: '/settings/do-not-call',
  apiKeys: '/settings/api',
  provisioning: '/settings/provisioning',
  connectedApps: '/settings/connected-apps',
  billing: '/settings/billing',
  credits: '/settings/credits',
  brokerage: '/brokerage',
  admin: '/admin',
  adminOrganizations: '/admin/organizations',
  adminOrganization: (id: string) => `/admin/organizations/${id}`,
  adminBrokerages: '/admin/brokerages',
  adminBrokerage: (id: string) => `/admin/brokerages/${id}`,
  adminMessages: '/admin/messages',
  adminPrivacyRequests: '/admin/privacy-requests',
  adminDataSources: '/admin/data-sources',
  adminLog: '/admin/log',
  adminSystem: '/admin/system',
  blogAdmin: '/blog-admin',
  blogPost: (id: string) => `/blog-admin/posts/${id}`,
  contact: '/contact',
  documentation: '/documentation',
  document: (slug: string) => `/documentation/${slug}`,
  blog: '/blog',
  post: (slug: string) => `/blog/${slug}`,
  feed: '/blog/feed.xml',
  caseStudies: '/case-studies',
  about: '/about',
  careers: '/careers',
  partners: '/partners',
  privacy: '/privacy',
  privacyRequest: '/privacy#make-a-privacy-request',
  terms: '/terms',
  security: '/security',
  compliance: '/compliance',
  integrations: '/integrations',
  api: '/api',
  openApi: '/api/openapi.json',
  freeSignup: '/free-signup',
  sample: '/sample',
  thankYou: (type: 'contact' | 'newsletter') => `/thank-you?type=${type}`,
  logout: '/api/logout',
  outbox: '/dev/outbox',
} as const

/** The contacts page with its search, filter and open item in the query string. */
export function contactsUrl(state: {
  search?: string
  contact?: string
  /** Opens the contact's outreach dialog with this channel. */
  write?: string
  /** A dialog to open. */
  open?: 'add' | 'import'
}): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(state)) if (value) query.set(key, value)
  const text = query.toString()
  return text ? `${urls.dashboard}?${text}` : urls.dashboard
}

/** A fictional person of the sample workspace. */
export function sampleContactUrl(id: string): string {
  return `${urls.sample}?${new URLSearchParams({ contact: id })}`
}

export function checkoutUrl(order: { plan: string; billing: string; org: string }): string {
  return `${urls.checkout}?${new URLSearchParams({ plan: order.plan, billing: order.billing, org: order.org })}`
}

/** Verifies a one-time sign-in link. */
export function verifyLinkUrl(token: string): string {
  return `/api/auth/verify-magic-link?${new URLSearchParams({ token })}`
}

/** Admin list of organizations with one subscription status. */
export function adminOrganizationsUrl({ status }: { status: string }): string {
  return `${urls.adminOrganizations}?${new URLSearchParams({ status })}`
}

/** A copy of the query string with one parameter set, or removed if the value is null or empty. */
export function withParam(params: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}
