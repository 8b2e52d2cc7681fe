import { OPEN_LOGIN, openLogin } from '#web/features/auth/open-login.ts'
import { onThemeChange, readTheme, setTheme } from '#web/ui/theme.ts'
import { showAccount } from './account.ts'
import { loadFor } from './failure-line.ts'
import { watchNavigation } from './waiting.ts'

/** What a click on an element with this `data-action` does. */
const ACTIONS: Record<string, (element: HTMLElement) => unknown> = {
  'open-login': (element) => {
    opener = element
    openLogin()
  },
  'toggle-theme': () => setTheme(readTheme() === 'light' ? 'dark' : 'light'),
  copy: async (element) => (await loadFor(element, loadTryRequest))?.copyCode(element),
  'try-request': async (element) => (await loadFor(element, loadTryRequest))?.tryRequest(element),
}

/** What was pressed last to sign in. */
let opener: HTMLElement | null = null

let isListening = false

/**
 * What public pages need a script for. It listens on the document, so that it is in force for pages that were not
 * there yet: call it with every page.
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

/** Whoever reaches for a form is about to need what checks it; where it cannot be loaded, the next reach tries again. */
function onFocus(event: FocusEvent): void {
  if (!(event.target as Element).closest('form[data-enhance]')) return
  document.removeEventListener('focusin', onFocus)
  loadForms().then(
    ({ checkFields }) => checkFields(),
    () => document.addEventListener('focusin', onFocus),
  )
}

/** With the view of messages: when there is a failure to tell, it may be the connection that failed. */
async function loadIslands() {
  const [islands] = await Promise.all([import('./islands.tsx'), import('#web/ui/toast-view.tsx')])
  return islands
}

/** The dialog and React come with its first opening, or when somebody reaches for it. */
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
