/** How long a button says that it did its work. */
const FEEDBACK_MS = 2000

/** Puts the text of the code block that a button belongs to on the clipboard. */
export async function copyCode(button: HTMLElement): Promise<void> {
  const code = button.closest('figure')?.querySelector('code')
  if (!code) return
  // Pressed again, the button still says what it did: its own words are those from before the first time.
  const label = button.dataset.label ?? button.textContent ?? ''
  button.dataset.label = label
  try {
    await navigator.clipboard.writeText(code.textContent ?? '')
    button.textContent = 'Copied'
  } catch {
    getSelection()?.selectAllChildren(code)
    button.textContent = 'Selected: press Ctrl+C'
  }
  setTimeout(() => {
    button.textContent = label
  }, FEEDBACK_MS)
}

/** Sends the example's request and shows status, time and body as they came. */
export async function tryRequest(button: HTMLElement): Promise<void> {
  const output = document.getElementById(button.getAttribute('aria-controls') ?? '')
  const address = button.dataset.address
  if (!output || !address) return
  const begun = performance.now()
  output.textContent = 'Sending…'
  try {
    const response = await fetch(address)
    const body = await response.text()
    const milliseconds = Math.round(performance.now() - begun)
    output.textContent = `HTTP ${response.status} in ${milliseconds} ms\n\n${indentJson(body)}`
  } catch {
    output.textContent = 'The request could not be sent. Check your connection and try again.'
  }
}

function indentJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
