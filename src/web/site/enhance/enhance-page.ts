import { OPEN_LOGIN, openLogin } from '#web/features/auth/open-login.ts'
import { onThemeChange, readTheme, setTheme } from '#web/ui/theme.ts'
import { showAccount } from './account.ts'
import { loadFor } from './failure-line.ts'
import { watchNavigation } from './waiting.ts'

/** Click handlers by `data-action`. */
const ACTIONS: Record<string, (element: HTMLElement) => unknown> = {
  'open-login': (element) => {
    opener = element
    openLogin()
  },
  'toggle-theme': () => setTheme(readTheme() === 'light' ? 'dark' : 'light'),
  copy: async (element) => (await loadFor(element, loadTryRequest))?.copyCode(element),
  'try-request': async (element) => (await loadFor(element, loadTryRequest))?.tryRequest(element),
}

/** Last button pressed to sign in. */
let opener: HTMLElement | null = null

let isListening = false

/**
 * Adds behavior to a public page: theme toggle, sign-in, forms. Listeners sit on the document and are added once, so
 * call this for every page.
 */
export function enhancePage(): void {
  labelThemeToggle()
  void showAccount()
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

function onClick(event: MouseEvent): void {
  const element = (event.target as Element | null)?.closest<HTMLElement>('[data-action]')
  ACTIONS[element?.dataset.action ?? '']?.(element as HTMLElement)
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  if (!form.dataset.enhance) return
  event.preventDefault()
  void loadFor(form, loadForms).then((forms) => forms?.submitForm(form))
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
  const islands = await (opener ? loadFor(opener, loadIslands) : loadIslands())
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
