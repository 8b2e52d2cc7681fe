import { OPEN_LOGIN, openLogin } from '#web/features/auth/open-login.ts'
import { call } from '#web/lib/api.ts'
import { cookieValue } from '#web/lib/cookies.ts'
import { urls } from '#web/lib/urls.ts'
import { onThemeChange, readTheme, setTheme } from '#web/ui/theme.ts'
import { loadForControl } from './failure-line.ts'

/** Click handlers by `data-action`. */
const ACTIONS: Record<string, (element: HTMLElement) => unknown> = {
  'open-login': (element) => {
    signInButton = element
    openLogin()
  },
  'toggle-theme': () => setTheme(readTheme() === 'light' ? 'dark' : 'light'),
  copy: async (element) => (await loadForControl(element, loadTryRequest))?.copyCode(element),
  'try-request': async (element) => (await loadForControl(element, loadTryRequest))?.tryRequest(element),
}

/** Last button pressed to sign in. */
let signInButton: HTMLElement | null = null

let isListening = false

/**
 * Adds behavior to a public page: theme toggle, sign-in, forms. Listeners sit on the document and are added once, so
 * call this for every page.
 */
export function enhancePage(): void {
  labelThemeToggle()
  void openRequestedSignIn(showAccount())
  if (isListening) return
  isListening = true
  onThemeChange(labelThemeToggle)
  document.addEventListener('click', onClick)
  document.addEventListener('click', watchNavigation)
  document.addEventListener('submit', onSubmit)
  document.addEventListener('focusin', onFocus)
  document.addEventListener('pointerover', onPointerOver, { passive: true })
  window.addEventListener(OPEN_LOGIN, openSignIn)
}

/** Opens the dialog at `/#login`, the target of `/login`. A signed-in user continues to the dashboard. */
async function openRequestedSignIn(isSignedIn: Promise<boolean>): Promise<void> {
  const isRequested = `/${location.hash}` === urls.login
  if (await isSignedIn) {
    if (isRequested) location.replace(urls.dashboard)
  } else if (isRequested) {
    // A reload or the back button must not open it again.
    history.replaceState(history.state, '', location.pathname + location.search)
    openLogin()
  }
}

function onClick(event: MouseEvent): void {
  const element = (event.target as Element | null)?.closest<HTMLElement>('[data-action]')
  ACTIONS[element?.dataset.action ?? '']?.(element as HTMLElement)
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  if (!form.dataset.enhance) return
  event.preventDefault()
  void loadForControl(form, loadForms).then((forms) => forms?.submitForm(form))
}

const loadForms = () => import('./forms.ts')
const loadTryRequest = () => import('./try-request.ts')

/** Loads the form checks when a form first gets focus; a failed load is retried on the next focus. */
function onFocus(event: FocusEvent): void {
  if (!(event.target as Element).closest('form[data-enhance]')) return
  document.removeEventListener('focusin', onFocus)
  loadForms().then(
    ({ checkFields }) => checkFields(),
    () => document.addEventListener('focusin', onFocus),
  )
}

/** Loads the toast view as well, because it can't be fetched later if the connection fails. */
async function loadIslands() {
  const [islands] = await Promise.all([import('./islands.tsx'), import('#web/ui/toast-view.tsx')])
  return islands
}

/** Loads React and the dialog on first use or hover. */
async function openSignIn(): Promise<void> {
  const islands = await (signInButton ? loadForControl(signInButton, loadIslands) : loadIslands())
  islands?.showSignIn()
}

function onPointerOver({ target }: PointerEvent): void {
  if (!(target as Element).closest('[data-action="open-login"]')) return
  document.removeEventListener('pointerover', onPointerOver)
  loadIslands().catch(() => document.addEventListener('pointerover', onPointerOver, { passive: true }))
}

function labelThemeToggle(): void {
  const label = `Switch to ${readTheme() === 'light' ? 'dark' : 'light'} theme`
  for (const toggle of document.querySelectorAll('[data-action="toggle-theme"]'))
    toggle.setAttribute('aria-label', label)
}

/**
 * Replaces Login with the Dashboard link for a signed-in user, and returns whether there is one. Calls the API only if
 * the readable `signed_in` cookie is set, so visitors don't see a failed request in their console.
 */
async function showAccount(): Promise<boolean> {
  if (cookieValue(document.cookie, 'signed_in') !== '1') return false
  try {
    await call('GET /api/auth/user', {})
  } catch {
    return false
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-visitor]')) element.hidden = true
  for (const element of document.querySelectorAll<HTMLElement>('[data-member]')) element.hidden = false
  return true
}

/** Delay before the skeleton appears, so that it doesn't flash on fast responses. */
const INDICATOR_DELAY_MS = 150

/**
 * Shows the skeleton `waiting-for-<name>` over the page when a link with `data-waits="<name>"` is slow to load. Escape
 * hides it, just as it stops the browser's navigation.
 */
function watchNavigation(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest<HTMLAnchorElement>('a[data-waits]')
  const skeleton = document.getElementById(`waiting-for-${link?.dataset.waits}`)
  if (!link || !skeleton || opensElsewhere(event, link)) return
  const main = document.getElementById('main')
  const abortController = new AbortController()
  const setWaiting = (isWaiting: boolean) => {
    skeleton.hidden = !isWaiting
    if (!main) return
    main.inert = isWaiting
    main.ariaBusy = isWaiting ? 'true' : null
  }
  const timer = setTimeout(setWaiting, INDICATOR_DELAY_MS, true)
  const stop = () => {
    clearTimeout(timer)
    abortController.abort()
    setWaiting(false)
  }
  const { signal } = abortController
  // Hides the skeleton before the page enters the back-forward cache.
  addEventListener('pagehide', stop, { signal })
  addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Escape') return
      stop()
      link.focus()
    },
    { signal },
  )
}

/** Tells whether the click was already handled or opens another tab or window. */
function opensElsewhere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const { button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event
  return defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey || link.target !== ''
}
