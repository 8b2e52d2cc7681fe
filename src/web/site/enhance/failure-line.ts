/** Browsers may remember until the page is loaded anew that a script could not be. */
const LOAD_ERROR = 'This could not be loaded. Please check your connection and reload the page.'

/** Says in a line at the end of a form, or behind another control, what did not work; the line before goes. */
export function showFailure(control: HTMLElement, words: string): void {
  clearFailure(control)
  const line = document.createElement('p')
  Object.assign(line, { role: 'alert', textContent: words, className: 'col-span-full text-sm text-red' })
  line.dataset.failure = ''
  if (control instanceof HTMLFormElement) control.append(line)
  else control.after(line)
}

/** Takes away what was said of a control. */
export function clearFailure(control: HTMLElement): void {
  const place = control instanceof HTMLFormElement ? control : control.parentElement
  place?.querySelector('[data-failure]')?.remove()
}

/** What a control needs; null once it says beside the control that it could not be loaded. */
export async function loadFor<T>(control: HTMLElement, load: () => Promise<T>): Promise<T | null> {
  clearFailure(control)
  try {
    return await load()
  } catch {
    showFailure(control, LOAD_ERROR)
    return null
  }
}
