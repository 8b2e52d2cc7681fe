import { send } from '#web/lib/api.ts'
import { ApiError, fieldErrorsOf } from '#web/lib/api-error.ts'
import { urls } from '#web/lib/urls.ts'
import type { ToastMessage } from '#web/ui/toast-view.tsx'
import { clearFailure, showFailure } from './failure-line.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface PublicForm {
  endpoint: string
  pendingLabel: string
  /** Page to open after success; without it, the page shows its own `data-outcome` section. */
  thankYouUrl?: string
  /** Error message, for pages without a `data-outcome` section. */
  failure?: string
  /** Checks the form before it is sent; returns an error message or null. */
  validate?(form: HTMLFormElement): string | null
}

const FORMS: Record<string, PublicForm> = {
  newsletter: {
    endpoint: '/api/newsletter/subscribe',
    thankYouUrl: urls.thankYou('newsletter'),
    failure: 'Failed to subscribe. Please try again.',
    validate: (form) => (fieldsOf(form).email?.trim() ? null : 'Please enter your email address'),
    pendingLabel: '…',
  },
  contact: {
    endpoint: '/api/contact/submit',
    thankYouUrl: urls.thankYou('contact'),
    failure: 'Failed to submit your message. Please try again or email us directly.',
    pendingLabel: 'Sending...',
  },
  'privacy-request': {
    endpoint: '/api/privacy/requests',
    failure: 'Failed to send your request. Please try again or email us directly.',
    pendingLabel: 'Sending...',
  },
  'privacy-confirm': { endpoint: '/api/privacy/confirm', pendingLabel: 'Confirming...' },
  'newsletter-confirm': { endpoint: '/api/newsletter/confirm', pendingLabel: 'Confirming...' },
  'morning-five-unsubscribe': {
    endpoint: '/api/morning-five/unsubscribe',
    pendingLabel: 'Unsubscribing...',
  },
  'report-unsubscribe': { endpoint: '/api/analytics/unsubscribe', pendingLabel: 'Unsubscribing...' },
  'newsletter-unsubscribe': { endpoint: '/api/newsletter/unsubscribe', pendingLabel: 'Unsubscribing...' },
}

/** Sends a form as JSON, then opens the next page or shows the outcome. A failure keeps the input. */
export async function submitForm(form: HTMLFormElement): Promise<void> {
  const config = FORMS[form.dataset.enhance ?? '']
  if (!config || form.ariaBusy === 'true') return
  const problem = config.validate?.(form)
  if (problem) {
    controlsOf(form)[0]?.focus()
    return showError(form, problem)
  }
  if (!isFormValid(form)) return
  const fields = fieldsOf(form)
  const unlockForm = lockForm(form, config.pendingLabel)
  try {
    await send('POST', config.endpoint, fields)
  } catch (error) {
    unlockForm()
    return handleFailure(form, config, error)
  }
  if (!config.thankYouUrl) return showOutcome(form, 'done')
  // Resets the form for a visitor who comes back through the browser's back-forward cache.
  const resetForm = () => {
    unlockForm()
    form.reset()
  }
  addEventListener('pagehide', resetForm, { once: true })
  location.assign(config.thankYouUrl)
}

async function handleFailure(form: HTMLFormElement, { failure }: PublicForm, error: unknown): Promise<void> {
  const status = error instanceof ApiError ? error.status : 0
  if (!failure) return showOutcome(form, status === 404 || status === 400 ? 'unknown' : 'failed')
  const errors = error instanceof ApiError ? fieldErrorsOf(error) : {}
  const invalidControls = controlsOf(form).filter(({ name }) => errors[name])
  for (const control of invalidControls) markControl(control, errors[control.name] ?? '')
  ;(invalidControls[0] ?? buttonOf(form))?.focus()
  await showError(form, failure)
}

/** Shows the section for an outcome. The form stays only after a failure that can be retried. */
function showOutcome(form: HTMLFormElement, outcome: 'done' | 'unknown' | 'failed'): void {
  form.hidden = outcome !== 'failed'
  for (const section of document.querySelectorAll<HTMLElement>('[data-outcome]')) {
    section.hidden = section.dataset.outcome !== outcome
    if (!section.hidden) section.focus()
  }
}

/** Validates fields on blur, and clears the error while typing once the value is valid. */
export function checkFields(): void {
  document.addEventListener('input', (event) => checkField(event.target, 'while typing'))
  document.addEventListener('focusout', (event) => checkField(event.target, 'on leaving'))
}

function checkField(target: EventTarget | null, trigger: 'while typing' | 'on leaving'): void {
  if (!isControl(target) || !target.form?.hasAttribute('data-checks')) return
  const isMarked = target.getAttribute('aria-invalid') === 'true'
  if (trigger === 'while typing' ? isMarked : target.value !== '')
    markControl(target, validationErrorOf(target))
}

function isFormValid(form: HTMLFormElement): boolean {
  if (!form.hasAttribute('data-checks')) return true
  const invalidControls = controlsOf(form).filter((control) => {
    const problem = validationErrorOf(control)
    markControl(control, problem)
    return problem !== ''
  })
  invalidControls[0]?.focus()
  return invalidControls.length === 0
}

function validationErrorOf({ validity, type, value, required }: Control): string {
  if (required && value.trim() === '') return 'Please fill in this field'
  if (type === 'email' && validity.typeMismatch) return 'Please enter a valid email address'
  return validity.valid ? '' : 'Please check this field'
}

/** Writes the error to the element named by the field's `aria-describedby`. */
function markControl(control: Control, problem: string): void {
  const message = document.getElementById(`${control.id}-error`)
  if (!message) return
  message.textContent = problem
  if (problem) control.setAttribute('aria-invalid', 'true')
  else control.removeAttribute('aria-invalid')
}

/** Disables the form during a call. Returns a function that enables it again. */
function lockForm(form: HTMLFormElement, pendingLabel: string): () => void {
  const button = buttonOf(form)
  const label = button?.textContent ?? ''
  const elements = [...controlsOf(form), ...(button ? [button] : [])]
  const setBusy = (isBusy: boolean) => {
    form.ariaBusy = String(isBusy)
    for (const element of elements) element.disabled = isBusy
    if (button) button.textContent = isBusy ? pendingLabel : label
  }
  setBusy(true)
  return () => setBusy(false)
}

function buttonOf(form: HTMLFormElement): HTMLButtonElement | null {
  return form.querySelector<HTMLButtonElement>('button[type="submit"]')
}

function fieldsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(isControl)
}

function isControl(target: EventTarget | null): target is Control {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
}

/** Shows a toast, or a line below the form if the toast code can't be loaded. */
async function showError(form: HTMLFormElement, description: string): Promise<void> {
  clearFailure(form)
  try {
    const [{ showToast }] = await Promise.all([import('./islands.tsx'), import('#web/ui/toast-view.tsx')])
    showToast({ variant: 'destructive', title: 'Error', description } satisfies ToastMessage)
  } catch {
    showFailure(form, description)
  }
}
