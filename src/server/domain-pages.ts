import type { FastifyReply, FastifyRequest } from 'fastify'

/** First path segments that an organization's own domain serves: the app, signing in, and the pages recipients need. */
const SEGMENTS = new Set([
  ...['', '_root.data', 'sign-in', 'login', 'auth', 'invitations', 'onboarding', 'subscribe', 'checkout'],
  ...[
    'checkout-return',
    'test-payments',
    'today',
    'dashboard',
    'duplicates',
    'tasks',
    'playbooks',
    'insights',
    'analytics',
    'map',
    'imports',
  ],
  ...['pond', 'brokerage', 'settings', 'sync-contacts', 'docs', 'documentation', 'privacy', 'terms'],
  ...['morning-five', 'feeds'],
  ...['api', 'scim', 'assets', 'pictures', 'favicon.svg', 'contact_template.csv', 'contact_photo.svg'],
  ...['brand', 'manifest.webmanifest', 'robots.txt', '__manifest', 'healthz', 'readyz', 'metrics'],
])
/** Calls of the product's own site and of its operators. */
const OWN_SITE_PATTERN = /^\/api\/?$|^\/api\/(admin|blog|contact|newsletter|openapi\.json)(\/|$)/

/** True if an organization's own domain serves a URL. */
export function isServedOnDomains(url: string): boolean {
  const path = url.split('?')[0] ?? ''
  const segment = path.split('/')[1] ?? ''
  return SEGMENTS.has(segment.replace(/(?<!^_root)\.data$/, '')) && !OWN_SITE_PATTERN.test(path)
}

/** Hook that serves only the app on an organization's own domain, and keeps it out of search engines. */
export async function limitToApp(request: FastifyRequest, reply: FastifyReply) {
  if (request.site.organizationId === null) return
  reply.header('X-Robots-Tag', 'noindex')
  if (isServedOnDomains(request.url)) return
  return reply
    .code(404)
    .header('Cache-Control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Page not found</title><h1>Page not found</h1><p>This page doesn\'t exist here. <a href="/">Go to sign-in</a></p></html>',
    )
}
