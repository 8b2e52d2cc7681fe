import { type MetaDescriptor, type MetaFunction, useRouteLoaderData } from 'react-router'
import type { PageBrand } from '#contract/page-services.ts'
import type { Site } from '#contract/site.ts'

type Product = Site['brand'] & { supportEmail: string; certifications: readonly string[] }
/** The brand that a page shows, with the facts of this installation. */
export type Brand = Product & Pick<PageBrand, 'logo' | 'favicon' | 'poweredBy'> & { productName: string }
type RootData = { product: Product; hostBrand: PageBrand | null; origin: string; isOrganizationSite: boolean }
type AppData = { memberBrand: PageBrand | null }

/** Route of the application's frame, whose loader reads the brand of the signed-in member. */
const APP_ROUTE = 'features/shell/app-frame'

/** The organization's brand, of the host or of the signed-in member; null for the product's own. */
export function usePageBrand(): PageBrand | null {
  const root = useRouteLoaderData<RootData>('root')
  const app = useRouteLoaderData<AppData>(APP_ROUTE)
  return app?.memberBrand ?? root?.hostBrand ?? null
}

/** The brand to show, from the loaders. */
export function useBrand(): Brand {
  const root = useRouteLoaderData<RootData>('root')
  const brand = usePageBrand()
  if (!root) throw new Error('useBrand must be called below the root route')
  const { name, supportEmail, logo, favicon, poweredBy } = brand ?? {}
  return {
    ...root.product,
    name: name ?? root.product.name,
    supportEmail: supportEmail ?? root.product.supportEmail,
    logo: logo ?? null,
    favicon: favicon ?? null,
    poweredBy: poweredBy ?? null,
    productName: root.product.name,
  }
}

/** True on an organization's own domain, which shows the app and no marketing. */
export function useIsOrganizationSite(): boolean {
  return useRouteLoaderData<RootData>('root')?.isOrganizationSite ?? false
}

export type Matches = Parameters<MetaFunction>[0]['matches']

/** The brand's name from route matches, for document titles. */
export function brandNameOf(matches: Matches): string {
  const app = loaderDataOf<AppData>(matches, APP_ROUTE)
  const root = rootDataOf(matches)
  return app?.memberBrand?.name ?? root?.hostBrand?.name ?? root?.product.name ?? ''
}

/** Data of the root loader from route matches; undefined on its failure. */
export function rootDataOf(matches: Matches): RootData | undefined {
  return loaderDataOf<RootData>(matches, 'root')
}

function loaderDataOf<Data>(matches: Matches, id: string): Data | undefined {
  return matches.find((match) => match?.id === id)?.loaderData as Data | undefined
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

let isBrandStale = false

/** Makes the application's frame read the brand again with the next navigation or revalidation. */
export function markBrandStale(): void {
  isBrandStale = true
}

/** True from then until the brand was read. The router may ask several times for one navigation. */
export const needsBrandReload = (): boolean => isBrandStale

export function markBrandFresh(): void {
  isBrandStale = false
}
