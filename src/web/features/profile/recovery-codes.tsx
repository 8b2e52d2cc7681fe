import { useState } from 'react'
import { useBrand } from '#web/lib/brand.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

interface RecoveryCodesProps {
  title: string
  codes: readonly string[]
  onClose: () => void
}

/** Shown this once: they are kept as hashes alone. */
export function RecoveryCodes({ title, codes, onClose }: RecoveryCodesProps) {
  const { name } = useBrand()
  const text = `Recovery codes of your ${name} account. Each works once.\n\n${codes.join('\n')}\n`
  const [file] = useState(() => URL.createObjectURL(new Blob([text], { type: 'text/plain' })))
  const close = () => {
    URL.revokeObjectURL(file)
    onClose()
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Copied', description: 'Keep the codes where you find them without your phone.' })
    } catch {
      toast({
        variant: 'destructive',
        title: 'Error',
        description: 'Copying failed. Select the codes instead.',
      })
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={title}
      description="Save these recovery codes now: they are shown this once. Each signs you in one time when your phone is not there."
      footer={
        <>
          <Button onClick={() => void copy()}>Copy</Button>
          <Button asChild>
            <a href={file} download={`${name.toLowerCase()}-recovery-codes.txt`}>
              Download
            </a>
          </Button>
          <Button variant="primary" onClick={close}>
            I saved them
          </Button>
        </>
      }
    >
      <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-1.5 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="tabular-nums">
            {code}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
