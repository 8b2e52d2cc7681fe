import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

const TOKEN_PAGE = 'site/newsletter/token-page.tsx'
/** Redirects from URLs that people type. */
export const SHORT_URLS = ['get-started', 'pricing', 'features', 'docs', 'login', 'signup']

/** The route table. */
export default [
  ...SHORT_URLS.map((path) => route(path, 'site/short-url.tsx', { id: path })),
  layout('site/site-frame.tsx', [
    index('site/landing/landing-page.tsx'),
    route('free-signup', 'site/free-signup.tsx'),
    route('sample', 'site/sample/sample-page.tsx'),
    route('thank-you', 'site/thank-you-page.tsx'),
    route('contact', 'site/contact/contact-page.tsx'),
    route('newsletter/confirm', TOKEN_PAGE, { id: 'newsletter-confirm' }),
    route('newsletter/unsubscribe', TOKEN_PAGE, { id: 'newsletter-unsubscribe' }),
    route('morning-five/unsubscribe', TOKEN_PAGE, { id: 'morning-five-unsubscribe' }),
    route('blog', 'site/blog/blog-page.tsx'),
    route('blog/:slug', 'site/blog/post-page.tsx'),
    route('case-studies', 'site/company/case-studies-page.tsx'),
    route('about', 'site/company/about-page.tsx'),
    route('careers', 'site/company/careers-page.tsx'),
    route('partners', 'site/company/partners-page.tsx'),
    route('privacy', 'site/legal/privacy-page.tsx'),
    route('privacy/confirm', TOKEN_PAGE, { id: 'privacy-confirm' }),
    route('terms', 'site/legal/terms-page.tsx'),
    route('security', 'site/legal/security-page.tsx'),
    route('compliance', 'site/legal/compliance-page.tsx'),
    route('integrations', 'site/integrations/integrations-page.tsx'),
    route('api', 'site/api/api-page.tsx'),
    route('documentation', 'site/documentation/documentation-page.tsx'),
    route('documentation/:slug', 'site/documentation/document-page.tsx'),
    route('*', 'site/not-found-page.tsx'),
  ]),
  layout('features/shell/app-frame.tsx', [
    route('auth/verify', 'features/auth/verify-page.tsx'),
    route('auth/code', 'features/auth/code-page.tsx'),
    route('invitations/accept', 'features/team/accept-invitation-page.tsx'),
    route('onboarding', 'features/onboarding/onboarding-page.tsx'),
    route('subscribe', 'features/billing/subscribe-page.tsx'),
    route('checkout', 'features/billing/checkout-page.tsx'),
    route('checkout-return', 'features/billing/checkout-return-page.tsx'),
    layout('features/shell/shell-layout.tsx', [
      route('today', 'features/today/today-page.tsx'),
      route('dashboard', 'features/contacts/contacts-page.tsx'),
      route('duplicates', 'features/review/duplicates-page.tsx'),
      route('tasks', 'features/tasks/tasks-page.tsx'),
      route('playbooks', 'features/playbooks/playbooks-page.tsx'),
      layout('features/insights/insights-tabs.tsx', [
        route('insights', 'features/insights/changes-page.tsx'),
        route('insights/outcomes', 'features/insights/outcomes-page.tsx'),
      ]),
      layout('features/imports/imports-tabs.tsx', [
        route('imports', 'features/imports/history-page.tsx'),
        route('imports/review', 'features/imports/review-page.tsx'),
      ]),
      route('imports/:id', 'features/imports/import-page.tsx'),
      layout('features/settings/settings-tabs.tsx', [
        route('settings', 'features/settings/settings-page.tsx'),
        route('settings/profile', 'features/profile/profile-page.tsx'),
        route('settings/team', 'features/team/team-page.tsx'),
        route('settings/billing', 'features/billing/billing-page.tsx'),
        route('settings/credits', 'features/credits/ledger-page.tsx'),
        route('settings/tags', 'features/tags/tags-page.tsx'),
        route('settings/do-not-call', 'features/calling/do-not-call-page.tsx'),
        route('settings/data', 'features/data/data-page.tsx'),
      ]),
      layout('features/admin/admin-tabs.tsx', [
        route('admin', 'features/admin/overview-page.tsx'),
        route('admin/organizations', 'features/admin/organizations-page.tsx'),
        route('admin/organizations/:id', 'features/admin/organization-page.tsx'),
        route('admin/messages', 'features/admin/messages-page.tsx'),
        route('admin/privacy-requests', 'features/admin/privacy-requests-page.tsx'),
        route('admin/data-sources', 'features/admin/data-sources-page.tsx'),
        route('admin/log', 'features/admin/log-page.tsx'),
        route('admin/system', 'features/admin/system-page.tsx'),
      ]),
      route('blog-admin', 'features/blog-desk/blog-desk-page.tsx'),
      route('blog-admin/posts/:id', 'features/blog-desk/post-page.tsx'),
      route('sync-contacts', 'features/sync/sync-page.tsx'),
    ]),
  ]),
] satisfies RouteConfig
