import { useState } from 'react'
import { dismissToast, toast } from '#web/ui/toast.tsx'
import { countCards, countRows, fileKindOf } from './import-rules.ts'

export interface ChosenFile {
  file: File | null
  kind: 'csv' | 'vcf'
  /** At most how many contacts it holds; null while they are counted. */
  rows: number | null
  choose: (file: File | undefined) => void
  clear: () => void
}

/** The file about to be imported; one of another kind is refused with a way out. */
export function useChosenFile(): ChosenFile {
  const [chosen, setChosen] = useState<(Pick<ChosenFile, 'kind' | 'rows'> & { file: File }) | null>(null)

  const choose = (file: File | undefined) => {
    if (!file) return
    const kind = fileKindOf(file.name)
    if (!kind) {
      toast({
        title: 'Wrong File Type',
        description:
          'Please choose a file whose name ends in .csv, or in .vcf for an address book. From a spreadsheet, save or export it as CSV first. If your program exports a table as .txt, rename it to .csv.',
        variant: 'destructive',
      })
      return
    }
    // A complaint about the file before is put right.
    dismissToast()
    setChosen({ file, kind, rows: null })
    const counted = kind === 'csv' ? countRows(file) : countCards(file)
    counted.then(
      (rows) => setChosen((current) => (current?.file === file ? { file, kind, rows } : current)),
      // The file cannot be read: sending it will say so.
      () => undefined,
    )
  }

  return {
    ...(chosen ?? { file: null, kind: 'csv', rows: null }),
    ...{ choose, clear: () => setChosen(null) },
  }
}
