import { Copy } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { toast, toastError } from '#web/ui/toast.tsx'

/** Values to copy into the form of an identity provider, with their names there. */
export function CopyValues({ values }: { values: readonly { name: string; text: string }[] }) {
  return (
    <dl className="grid gap-x-4 gap-y-2 rounded-md bg-raised/60 p-3 text-[13px] sm:grid-cols-[11rem_1fr]">
      {values.map(({ name, text }) => (
        <CopyValue key={name} name={name} text={text} />
      ))}
    </dl>
  )
}

function CopyValue({ name, text }: { name: string; text: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Copied', description: text })
    } catch {
      toastError('Copy Failed', 'Select the text and copy it.')
    }
  }
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="flex items-start gap-2">
        <code className="min-w-0 flex-1 wrap-anywhere">{text}</code>
        <Button size="row" onClick={() => void copy()}>
          <Copy aria-hidden />
          Copy<span className="sr-only"> {name}</span>
        </Button>
      </dd>
    </>
  )
}
