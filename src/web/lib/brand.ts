import { type MetaDescriptor, type MetaFunction, useRouteLoaderData } from 'react-router'
import type { Site } from '#contract/site.ts'

/** What every page may say of who runs this instance. */
export type Brand = Site['brand'] & { supportEmail: string; certifications: readonly string[] }
type RootData = { brand: Brand }

/** The brand of this instance, as the root of the page was given it. */
export function useBrand(): Brand {
  const root = useRouteLoaderData<RootData>('root')
  if (!root) throw new Error('The brand is known only below the root of a page that could be loaded')
  return root.brand
}

type Matches = Parameters<MetaFunction>[0]['matches']

/** The brand's name where only the route matches are at hand, as for titles. */
export function brandNameOf(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root')
  return (root?.loaderData as RootData | undefined)?.brand.name ?? ''
}

/** The document title of a page. */
export function pageTitle(page: string, brandName: string): string {
  return brandName ? `${page} · ${brandName}` : page
}

/** Title of a page that search engines are to leave alone: everything behind the sign-in. */
export function privatePage(title: string, ...more: MetaDescriptor[]): MetaFunction {
  return ({ matches }) => [
    { title: pageTitle(title, brandNameOf(matches)) },
    { name: 'robots', content: 'noindex' },
    ...more,
  ]
}
