import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** The route table. */
export default [
  route('get-started', 'site/get-started.tsx'),
  layout('site/site-frame.tsx', [
    index('site/landing/landing-page.tsx'),
    route('free-signup', 'site/free-signup.tsx'),
    route('thank-you', 'site/thank-you-page.tsx'),
    route('contact', 'site/contact/contact-page.tsx'),
    route('newsletter/confirm', 'site/newsletter/confirm-page.tsx'),
    route('newsletter/unsubscribe', 'site/newsletter/unsubscribe-page.tsx'),
    route('blog', 'site/blog/blog-page.tsx'),
    route('blog/:slug', 'site/blog/post-page.tsx'),
    route('case-studies', 'site/company/case-studies-page.tsx'),
    route('about', 'site/company/about-page.tsx'),
    route('careers', 'site/company/careers-page.tsx'),
    route('partners', 'site/company/partners-page.tsx'),
    route('privacy', 'site/legal/privacy-page.tsx'),
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
    route('onboarding', 'features/onboarding/onboarding-page.tsx'),
    route('subscribe', 'features/billing/subscribe-page.tsx'),
    route('checkout', 'features/billing/checkout-page.tsx'),
    route('checkout-return', 'features/billing/checkout-return-page.tsx'),
    layout('features/shell/shell-layout.tsx', [
      route('dashboard', 'features/contacts/contacts-page.tsx'),
      route('tasks', 'features/tasks/tasks-page.tsx'),
      route('playbooks', 'features/playbooks/playbooks-page.tsx'),
      layout('features/insights/insights-tabs.tsx', [
        route('insights', 'features/insights/changes-page.tsx'),
        route('insights/outcomes', 'features/insights/outcomes-page.tsx'),
      ]),
      route('admin', 'features/admin/admin-page.tsx'),
      route('sync-contacts', 'features/sync/sync-page.tsx'),
    ]),
  ]),
] satisfies RouteConfig
