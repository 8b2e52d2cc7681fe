import { type MetaDescriptor, type MetaFunction, useRouteLoaderData } from 'react-router'
import type { Site } from '#contract/site.ts'

/** Brand and contact data of this installation. */
export type Brand = Site['brand'] & { supportEmail: string; certifications: readonly string[] }
type RootData = { brand: Brand; origin: string; isOrganizationSite: boolean }

/** The brand of this installation, from the root loader. */
export function useBrand(): Brand {
  const root = useRouteLoaderData<RootData>('root')
  if (!root) throw new Error('useBrand must be called below the root route')
  return root.brand
}

/** True on an organization's own domain, which shows the app and no marketing. */
export function useIsOrganizationSite(): boolean {
  return useRouteLoaderData<RootData>('root')?.isOrganizationSite ?? false
}

export type Matches = Parameters<MetaFunction>[0]['matches']

/** The brand's name from route matches, for document titles. */
export function brandNameOf(matches: Matches): string {
  return rootDataOf(matches)?.brand.name ?? ''
}

/** Data of the root loader from route matches; undefined on its failure. */
export function rootDataOf(matches: Matches): RootData | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
}

/** The document title of a page. */
export function pageTitle(page: string, brandName: string): string {
  return brandName ? `${page} · ${brandName}` : page
}

/** Title of a signed-in page, hidden from search engines. */
export function privatePage(title: string, ...extraTags: MetaDescriptor[]): MetaFunction {
  return ({ matches }) => [
    { title: pageTitle(title, brandNameOf(matches)) },
    { name: 'robots', content: 'noindex' },
    ...extraTags,
  ]
}
