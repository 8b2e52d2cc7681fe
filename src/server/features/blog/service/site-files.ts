import { xml } from './xml.ts'

const DAY_MS = 86_400_000
/** A reader may rely on the file for so long; RFC 9116 asks for less than a year. */
const SECURITY_TEXT_DAYS = 180

/** The public pages of the route table that search engines may list. */
const PAGES = [
  ...[
    '/',
    '/blog',
    '/documentation',
    '/api',
    '/integrations',
    '/case-studies',
    '/about',
    '/careers',
    '/contact',
  ],
  ...['/partners', '/privacy', '/terms', '/security', '/compliance', '/free-signup'],
]

/** What is no page to find: the app behind the sign-in, the API, and pages that only a link leads to. */
const DISALLOWED_PATHS = [
  ...['/api/', '/auth/', '/dev/', '/dashboard', '/tasks', '/playbooks', '/insights', '/admin', '/blog-admin'],
  ...['/sync-contacts', '/onboarding', '/subscribe', '/checkout', '/test-payments/', '/newsletter/'],
  ...['/settings/', '/invitations/', '/privacy/confirm', '/imports', '/duplicates'],
]

/** A sitemap (sitemaps.org, 0.9) of every public page, page of the documentation and post. */
export function sitemapOf(
  appUrl: string,
  listed: { documents: readonly string[]; posts: readonly { slug: string; updatedAt: string }[] },
): string {
  const addresses = [
    ...PAGES.map((path) => entryOf(appUrl + path)),
    ...listed.documents.map((slug) => entryOf(`${appUrl}/documentation/${slug}`)),
    ...listed.posts.map(({ slug, updatedAt }) => entryOf(`${appUrl}/blog/${slug}`, updatedAt)),
  ]
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses,
    '</urlset>',
    '',
  ].join('\n')
}

function entryOf(url: string, changed?: string): string {
  return `<url><loc>${xml(url)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`
}

/** What crawlers are asked to leave alone, and where the sitemap is. */
export function robotsOf(appUrl: string): string {
  return [
    'User-agent: *',
    ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${appUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

/**
 * Where weaknesses are reported (RFC 9116). It runs out half a year after the day it is read on, so that it never does
 * while the instance answers.
 */
export function securityTextOf(appUrl: string, { mailbox, now }: { mailbox: string; now: Date }): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  return [
    `Contact: mailto:${encodeURI(mailbox)}`,
    `Expires: ${new Date(today + SECURITY_TEXT_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${appUrl}/.well-known/security.txt`,
    `Policy: ${appUrl}/security`,
    '',
  ].join('\n')
}
