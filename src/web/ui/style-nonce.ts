/**
 * Lets the scroll lock of dialogs and menus add its <style> under the content security policy: it reads the nonce from
 * this global. Call once before hydration.
 */
export function adoptStyleNonce(): void {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce })
}
