import type { LoaderFunctionArgs, MetaDescriptor, MetaFunction } from 'react-router'
import type { SitePages } from '#contract/site.ts'
import { brandNameOf, type Matches, pageTitle, rootDataOf } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'

interface PageMeta {
  /** Page title; the brand name is appended unless `bare` is set. */
  title: string
  description: string
  /** Canonical path, for example `/about`. */
  path: string
  /** Path of the social-card image; defaults to the brand's card. */
  image?: string
  type?: 'website' | 'article'
  /** Uses the title without the brand name. */
  omitsBrand?: boolean
}

export const NOINDEX: MetaDescriptor = { name: 'robots', content: 'noindex' }

/** Meta tags for search engines and social networks, with absolute URLs. */
export function pageMeta(page: PageMeta, matches: Matches): MetaDescriptor[] {
  const brand = brandNameOf(matches)
  const origin = originOf(matches)
  const title = page.omitsBrand ? page.title : pageTitle(page.title, brand)
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
  return rootDataOf(matches)?.origin ?? ''
}

/** Structured data of a page's place in the site, from the first page to this one. */
export function breadcrumbs(
  matches: Matches,
  trail: readonly (readonly [name: string, path: string])[],
): MetaDescriptor {
  const origin = originOf(matches)
  const itemListElement = trail.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  }))
  return {
    'script:ld+json': { '@context': 'https://schema.org', '@type': 'BreadcrumbList', itemListElement },
  }
}

/** The loader of a page whose texts come from a content file. */
export function contentLoader<N extends keyof SitePages>(name: N) {
  return ({ context }: LoaderFunctionArgs) => ({ page: pageServices(context).pages[name] })
}

type DescribedPage = { page: { title: string; description: string } }

/** Meta tags and breadcrumbs of such a page. */
export function contentMeta(path: string): MetaFunction {
  return ({ matches, loaderData }) => {
    if (!loaderData) return []
    const { title, description } = (loaderData as DescribedPage).page
    const trail = [
      [brandNameOf(matches), urls.home],
      [title, path],
    ] as const
    return [...pageMeta({ title, description, path }, matches), breadcrumbs(matches, trail)]
  }
}
