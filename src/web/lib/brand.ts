export const PRODUCT_NAME = 'Ninefold'

/** The document title of a page. */
export function pageTitle(page: string): string {
  return `${page} · ${PRODUCT_NAME}`
}
