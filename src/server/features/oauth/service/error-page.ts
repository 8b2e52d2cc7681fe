/** A page for a request that can't go back to its app, such as one with a wrong address. */
export function describeError(productName: string, detail: string): string {
  const text = (value: string) => value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>App not connected</title><h1>App not connected</h1><p>${text(productName)} couldn't accept the app's request: ${text(detail.slice(0, 200))}.</p><p>Go back to the app and try again.</p></html>`
}
