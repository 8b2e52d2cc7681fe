import { DAY_MS } from '#server/platform/clock.ts'
import { escapeXml } from './feed.ts'

/** Validity of security.txt; RFC 9116 recommends less than a year. */
const SECURITY_TEXT_DAYS = 180

/** Public pages for the sitemap. */
const PUBLIC_PATHS = [
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
  ...['/partners', '/privacy', '/terms', '/security', '/compliance', '/free-signup', '/sample'],
]

/** Paths that search engines shouldn't index: the app, the API, and pages that need a link from an email. */
const DISALLOWED_PATHS = [
  ...[
    '/api/',
    '/auth/',
    '/dev/',
    '/dashboard',
    '/tasks',
    '/playbooks',
    '/insights',
    '/analytics',
    '/map',
    '/admin',
    '/blog-admin',
  ],
  ...['/sync-contacts', '/onboarding', '/subscribe', '/checkout', '/test-payments/', '/newsletter/'],
  ...[
    '/settings',
    '/connect/',
    '/oauth/',
    '/mcp',
    '/sign-in',
    '/invitations/',
    '/privacy/confirm',
    '/imports',
    '/duplicates',
    '/brokerage',
    '/pond',
    '/today',
    '/morning-five/',
  ],
]

/** A sitemap (sitemaps.org, 0.9) of all public pages, documentation pages and posts. */
export function sitemapOf(
  appUrl: string,
  content: { documents: readonly string[]; posts: readonly { slug: string; updatedAt: string }[] },
): string {
  const entries = [
    ...PUBLIC_PATHS.map((path) => entryOf(appUrl + path)),
    ...content.documents.map((slug) => entryOf(`${appUrl}/documentation/${slug}`)),
    ...content.posts.map(({ slug, updatedAt }) => entryOf(`${appUrl}/blog/${slug}`, updatedAt)),
  ]
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}

function entryOf(url: string, lastModified?: string): string {
  return `<url><loc>${escapeXml(url)}</loc>${lastModified ? `<lastmod>${lastModified}</lastmod>` : ''}</url>`
}

/** robots.txt with the paths to skip and the sitemap. */
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
 * security.txt (RFC 9116). Expires half a year after the day of the request, so that an instance never serves an expired
 * file.
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
