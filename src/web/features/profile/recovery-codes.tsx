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

/** The only view of the recovery codes: the server stores hashes. */
export function RecoveryCodes({ title, codes, onClose }: RecoveryCodesProps) {
  const { name } = useBrand()
  const text = `Recovery codes for your ${name} account. Each works once.\n\n${codes.join('\n')}\n`
  const [file] = useState(() => URL.createObjectURL(new Blob([text], { type: 'text/plain' })))
  const close = () => {
    URL.revokeObjectURL(file)
    onClose()
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Copied', description: 'Store these codes somewhere other than your phone.' })
    } catch {
      const description = "We couldn't copy the codes. Select them and copy by hand."
      toast({ variant: 'destructive', title: 'Error', description })
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={title}
      description="Save these recovery codes now. You won't see them again. Each one signs you in once when you don't have your phone."
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
