import { useState } from 'react'
import { dismissToast, toast } from '#web/ui/toast.tsx'
import { countCards, countRows, fileKindOf } from './import-rules.ts'

export interface ChosenFile {
  file: File | null
  kind: 'csv' | 'vcf'
  /** Maximum number of contacts in the file; null while they are counted. */
  rows: number | null
  choose: (file: File | undefined) => void
  clear: () => void
}

/** The file to import; files of another format are rejected with guidance. */
export function useChosenFile(): ChosenFile {
  const [chosenFile, setChosenFile] = useState<(Pick<ChosenFile, 'kind' | 'rows'> & { file: File }) | null>(
    null,
  )

  const choose = (file: File | undefined) => {
    if (!file) return
    const kind = fileKindOf(file.name)
    if (!kind) {
      toast({
        title: 'Wrong File Type',
        description:
          'Please choose a .csv file, or a .vcf file for an address book. In a spreadsheet, save or export as CSV first. If your table is a .txt file, rename it to .csv.',
        variant: 'destructive',
      })
      return
    }
    // Closes the error about the previous file.
    dismissToast()
    setChosenFile({ file, kind, rows: null })
    const count = kind === 'csv' ? countRows(file) : countCards(file)
    count.then(
      (rows) => setChosenFile((current) => (current?.file === file ? { file, kind, rows } : current)),
      // An unreadable file fails with a message when it is uploaded.
      () => undefined,
    )
  }

  return {
    ...(chosenFile ?? { file: null, kind: 'csv', rows: null }),
    ...{ choose, clear: () => setChosenFile(null) },
  }
}
