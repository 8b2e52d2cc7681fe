import { Copy } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { toast, toastError } from '#web/ui/toast.tsx'

interface DnsRecordProps {
  type: 'TXT' | 'CNAME'
  name: string
  value: string
}

/** A DNS record to copy into the form of a DNS provider. */
export function DnsRecord({ type, name, value }: DnsRecordProps) {
  return (
    <dl className="grid gap-x-4 gap-y-2 rounded-md bg-raised/60 p-3 text-[13px] sm:grid-cols-[4rem_1fr]">
      <dt className="text-muted">Type</dt>
      <dd>{type}</dd>
      <dt className="text-muted">Name</dt>
      <CopyValue label={`name of the ${type} record`} text={name} />
      <dt className="text-muted">Value</dt>
      <CopyValue label={`value of the ${type} record`} text={value} />
    </dl>
  )
}

function CopyValue({ label, text }: { label: string; text: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Copied', description: text })
    } catch {
      toastError('Copy Failed', 'Select the text and copy it.')
    }
  }
  return (
    <dd className="flex items-start gap-2">
      <code className="min-w-0 flex-1 wrap-anywhere">{text}</code>
      <Button size="row" onClick={() => void copy()}>
        <Copy aria-hidden />
        Copy<span className="sr-only"> the {label}</span>
      </Button>
    </dd>
  )
}
