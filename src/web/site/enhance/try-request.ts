const FEEDBACK_MS = 2000

/** Copies the code block that contains the button. */
export async function copyCode(button: HTMLElement): Promise<void> {
  const code = button.closest('figure')?.querySelector('code')
  if (!code) return
  // A second click within FEEDBACK_MS would otherwise read "Copied" as the original label.
  const label = button.dataset.label ?? button.textContent ?? ''
  button.dataset.label = label
  try {
    await navigator.clipboard.writeText(code.textContent ?? '')
    button.textContent = 'Copied'
  } catch {
    getSelection()?.selectAllChildren(code)
    button.textContent = 'Press Ctrl+C to copy'
  }
  setTimeout(() => {
    button.textContent = label
  }, FEEDBACK_MS)
}

/** Sends the example request and shows status, duration and body. */
export async function tryRequest(button: HTMLElement): Promise<void> {
  const output = document.getElementById(button.getAttribute('aria-controls') ?? '')
  const url = button.dataset.url
  if (!output || !url) return
  const startedAt = performance.now()
  output.textContent = 'Sending…'
  try {
    const response = await fetch(url)
    const body = await response.text()
    const milliseconds = Math.round(performance.now() - startedAt)
    output.textContent = `HTTP ${response.status} in ${milliseconds} ms\n\n${indentJson(body)}`
  } catch {
    output.textContent = "We couldn't send the request. Check your connection and try again."
  }
}

function indentJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
