import { OPEN_LOGIN, openLogin } from '#web/features/auth/open-login.ts'
import { onThemeChange, readTheme, setTheme } from '#web/ui/theme.ts'
import { showAccount } from './account.ts'
import { watchForAnswer } from './waiting.ts'

/** What a click on an element with this `data-action` does. */
const ACTIONS: Record<string, (element: HTMLElement) => unknown> = {
  'open-login': openLogin,
  'toggle-theme': () => setTheme(readTheme() === 'light' ? 'dark' : 'light'),
  copy: async (element) => (await import('./try-request.ts')).copyCode(element),
  'try-request': async (element) => (await import('./try-request.ts')).tryRequest(element),
}

let listens = false

/**
 * What public pages need a script for. It listens on the document, so that it is in force for pages that were not
 * there yet: call it with every page.
 */
export function enhancePage(): void {
  labelThemeToggle()
  void showAccount()
  if (listens) return
  listens = true
  onThemeChange(labelThemeToggle)
  document.addEventListener('click', onClick)
  document.addEventListener('click', watchForAnswer)
  document.addEventListener('submit', onSubmit)
  document.addEventListener('focusin', onFocus)
  document.addEventListener('pointerover', onReach, { passive: true })
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
  void loadForms().then(({ submitForm }) => submitForm(form))
}

const loadForms = () => import('./forms.ts')

/** Whoever reaches for a form is about to need what checks it. */
function onFocus(event: FocusEvent): void {
  if (!(event.target as Element).closest('form[data-enhance]')) return
  document.removeEventListener('focusin', onFocus)
  void loadForms().then(({ checkFields }) => checkFields())
}

const loadIslands = () => import('./islands.tsx')

/** The dialog and React come with its first opening, or when somebody reaches for it. */
async function openSignIn(): Promise<void> {
  const { showSignIn } = await loadIslands()
  showSignIn()
}

function onReach({ target }: PointerEvent): void {
  if (!(target as Element).closest('[data-action="open-login"]')) return
  document.removeEventListener('pointerover', onReach)
  void loadIslands()
}

function labelThemeToggle(): void {
  const label = `Switch to ${readTheme() === 'light' ? 'dark' : 'light'} theme`
  for (const toggle of document.querySelectorAll('[data-action="toggle-theme"]'))
    toggle.setAttribute('aria-label', label)
}
