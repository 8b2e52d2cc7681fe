/** Tells whether this document was served without React, by the marker on its script. */
export function isStaticPage(): boolean {
  return document.querySelector('script[data-static-page]') !== null
}
