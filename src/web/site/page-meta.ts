import type { MetaDescriptor, MetaFunction } from 'react-router'
import { brandNameOf, pageTitle } from '#web/lib/brand.ts'

export interface PageMeta {
  /** Page title; the brand name is appended unless `bare` is set. */
  title: string
  description: string
  /** Canonical path, for example `/about`. */
  path: string
  /** Path of the social-card image; defaults to the brand's card. */
  image?: string
  type?: 'website' | 'article'
  /** Uses the title without the brand name. */
  bare?: boolean
}

type Matches = Parameters<MetaFunction>[0]['matches']

/** Meta tags for search engines and social networks, with absolute URLs. */
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

/** Origin of this installation's URLs, from the root loader. */
export function originOf(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root')
  return (root?.loaderData as { origin?: string } | undefined)?.origin ?? ''
}
