import { Button } from '#web/ui/button.tsx'

interface CodeExampleProps {
  /** Caption, for example the language. */
  label: string
  code: string
}

/** Code block with a copy button. */
export function CodeExample({ label, code }: CodeExampleProps) {
  return (
    <figure className="overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="flex min-h-12 items-center justify-between gap-3 border-b border-line pr-2 pl-4 text-[13px] text-muted">
        {label}
        <Button data-action="copy" aria-live="polite" className="h-8 max-md:h-11">
          Copy
        </Button>
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto p-4 text-[13px] leading-relaxed"
      >
        <code className="font-mono">{code}</code>
      </pre>
    </figure>
  )
}
