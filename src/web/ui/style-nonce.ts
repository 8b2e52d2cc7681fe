/**
 * Lets the scroll lock under dialogs and menus add its one <style> under a nonce policy. Call once before hydration.
 * The lock reads this global by name; the nonce is the one the document's own scripts carry.
 */
export function adoptStyleNonce(): void {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce })
}
