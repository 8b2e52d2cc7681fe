import { useState } from 'react'
import { toast } from '#web/ui/toast.tsx'
import { countRows, isCsvName } from './import-rules.ts'

export interface ChosenFile {
  file: File | null
  /** At most how many contacts it holds; null while they are counted. */
  rows: number | null
  choose: (file: File | undefined) => void
  clear: () => void
}

/** The file about to be imported; one of another kind is refused with a way out. */
export function useChosenFile(): ChosenFile {
  const [chosen, setChosen] = useState<{ file: File; rows: number | null } | null>(null)

  const choose = (file: File | undefined) => {
    if (!file) return
    if (!isCsvName(file.name)) {
      toast({
        title: 'Wrong File Type',
        description:
          'Please choose a file whose name ends in .csv. From a spreadsheet, save or export it as CSV first.',
        variant: 'destructive',
      })
      return
    }
    setChosen({ file, rows: null })
    countRows(file).then(
      (rows) => setChosen((current) => (current?.file === file ? { file, rows } : current)),
      // The file cannot be read: sending it will say so.
      () => undefined,
    )
  }

  return { file: chosen?.file ?? null, rows: chosen?.rows ?? null, choose, clear: () => setChosen(null) }
}
