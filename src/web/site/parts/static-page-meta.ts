import type { MetaDescriptor, MetaFunction } from 'react-router'
import type { BreadcrumbList, WithContext } from 'schema-dts'
import { brandNameOf } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { describe, originOf } from '../page-meta.ts'

type Matches = Parameters<MetaFunction>[0]['matches']

/** Meta tags and breadcrumbs of a page whose texts come from a content file. */
export function describeStaticPage(
  page: { title: string; description: string },
  path: string,
  matches: Matches,
): MetaDescriptor[] {
  const { title, description } = page
  const origin = originOf(matches)
  const crumb = (position: number, name: string, to: string) =>
    ({ '@type': 'ListItem', position, name, item: origin + to }) as const
  const trail = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [crumb(1, brandNameOf(matches), urls.home), crumb(2, title, path)],
  } satisfies WithContext<BreadcrumbList>
  return [...describe({ title, description, path }, matches), { 'script:ld+json': trail }]
}
