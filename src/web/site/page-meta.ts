import type { MetaDescriptor, MetaFunction } from 'react-router'
import { brandNameOf, pageTitle } from '#web/lib/brand.ts'

export interface PageMeta {
  /** Without the brand's name, which is added. */
  title: string
  description: string
  /** The address that search engines are to keep, for example `/about`. */
  path: string
  /** Path of the picture for social networks; the brand's own where none is given. */
  image?: string
  type?: 'website' | 'article'
  /** The title is whole already. */
  bare?: boolean
}

type Matches = Parameters<MetaFunction>[0]['matches']

/** What search engines and social networks are told of a page. Addresses are absolute, from the operator's own. */
export function describe(page: PageMeta, matches: Matches): MetaDescriptor[] {
  const brand = brandNameOf(matches)
  const origin = originOf(matches)
  const title = page.bare ? page.title : pageTitle(page.title, brand)
  const image = origin + (page.image ?? '/card.png')
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: origin + page.path },
    { property: 'og:site_name', content: brand },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: origin + page.path },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** The origin of this instance's addresses. */
export function originOf(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root')
  return (root?.loaderData as { origin?: string } | undefined)?.origin ?? ''
}
