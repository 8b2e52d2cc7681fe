/** Replaces a form when JavaScript is off with an address to write to. */
export function NoScriptNotice({ mailbox }: { mailbox: string }) {
  return (
    <noscript>
      <p className="rounded-lg border border-line bg-surface p-5">
        This form needs JavaScript. Without it, write to{' '}
        <a href={`mailto:${mailbox}`} className="text-accent underline underline-offset-4">
          {mailbox}
        </a>
        .
      </p>
    </noscript>
  )
}
