/** Asks for a reload because browsers remember a failed module import until then. */
const LOAD_ERROR = "This didn't load. Check your connection and reload the page."

/** Shows an error at the end of a form or after another control, replacing the previous one. */
export function showFailure(control: HTMLElement, message: string): void {
  clearFailure(control)
  const line = document.createElement('p')
  Object.assign(line, { role: 'alert', textContent: message, className: 'col-span-full text-sm text-red' })
  line.dataset.failure = ''
  if (control instanceof HTMLFormElement) control.append(line)
  else control.after(line)
}

export function clearFailure(control: HTMLElement): void {
  const container = control instanceof HTMLFormElement ? control : control.parentElement
  container?.querySelector('[data-failure]')?.remove()
}

/** Loads a module for a control. On failure, shows an error at the control and returns null. */
export async function loadForControl<T>(control: HTMLElement, load: () => Promise<T>): Promise<T | null> {
  clearFailure(control)
  try {
    return await load()
  } catch {
    showFailure(control, LOAD_ERROR)
    return null
  }
}
