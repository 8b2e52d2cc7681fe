import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** The route table. */
export default [
  index('site/landing/landing-page.tsx'),
  route('get-started', 'site/get-started.tsx'),
  route('free-signup', 'site/free-signup.tsx'),
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
  route('*', 'site/not-found-page.tsx'),
] satisfies RouteConfig
