export type TypedText = { label: string; text: string }

const TEXT_SELECTOR =
  'textarea, [contenteditable], input:is([type="text"], [type="email"], [type="tel"], [type="url"], :not([type]))'
/** Searching leaves nothing to save. */
const SEARCH_SELECTOR = '[role="combobox"], [type="search"], [role="search"] *'

/** Remembers fields that the user types into, so that their texts can be rescued before the page is replaced. */
export function createTypedTextTracker() {
  const fields = new Set<Element>()
  const onInput = ({ target }: Event) => {
    if (target instanceof Element && target.matches(TEXT_SELECTOR) && !target.matches(SEARCH_SELECTOR))
      fields.add(target)
  }
  return {
    /** @returns a function that stops */
    start(): () => void {
      document.addEventListener('input', onInput)
      return () => document.removeEventListener('input', onInput)
    },
    /** Texts that are still on the page: saved forms have closed. */
    read: (): TypedText[] =>
      [...fields].flatMap((field) => {
        const text = textOf(field).trim()
        return field.isConnected && text ? [{ label: labelOf(field), text }] : []
      }),
  }
}

function textOf(field: Element): string {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value
  return field instanceof HTMLElement ? field.innerText : ''
}

function labelOf(field: Element): string {
  const label = 'labels' in field ? (field as HTMLInputElement).labels?.[0]?.textContent : null
  return (field.getAttribute('aria-label') ?? label ?? '').trim() || 'Text'
}
