/** Whether this document was sent without React; said by the script that stands in for it. */
export function isStaticPage(): boolean {
  return document.querySelector('script[data-static-page]') !== null
}
