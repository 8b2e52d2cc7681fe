export const OPEN_LOGIN = 'open-login'

/** Opens the sign-in dialog of the page. */
export function openLogin(): void {
  window.dispatchEvent(new CustomEvent(OPEN_LOGIN))
}
