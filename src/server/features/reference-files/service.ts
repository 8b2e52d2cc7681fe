import type { ListedName } from '#domain/enrichment/listed-name.ts'
import type { PublicRecord } from '#domain/enrichment/public-record.ts'
import { isRecordAbout, type RecordSubject } from '#domain/enrichment/record-match.ts'
import type { Database } from '#server/platform/db/database.ts'
import * as publicRecords from './store/public-records.ts'
import * as files from './store/reference-files.ts'
import * as sanctionedNames from './store/sanctioned-names.ts'

/** The list for sanctions screening as it is loaded now. Without one nothing can be screened. */
export type ScreeningList = {
  loaded: boolean
  /** The day of the list, `YYYY-MM-DD`; for CSV files the day on which the file was last changed. */
  listDate: string | null
  /** Names on the list that look like this one in any order of words, most alike first; at most 120. */
  candidates(fullName: string): Promise<ListedName[]>
}

/** One file with the setting that names it. */
export type ReferenceFile = files.ReferenceFileStatus & { purpose: string; variable: string }

const FILE_INFO: Record<files.ReferenceFileName, { purpose: string; variable: string }> = {
  public_records: { purpose: 'Documents of courts and counties', variable: 'PUBLIC_RECORDS_FILE' },
  sanctions: { purpose: 'Sanctions screening', variable: 'OFAC_LIST' },
}

/**
 * What the files that an operator loads say. Reads only; `service/load-files.ts` loads them when a worker starts.
 */
export function referenceFilesService({ db }: { db: Database }) {
  return {
    async screeningList(): Promise<ScreeningList> {
      const file = await files.find(db, 'sanctions')
      return {
        loaded: file?.loadedAt != null,
        listDate: file?.listDate ?? null,
        candidates: (fullName) => sanctionedNames.candidatesByName(db, fullName),
      }
    },

    /** The documents of the loaded file that are about a person, each once; null where no file is loaded. */
    async recordsAbout(
      subject: RecordSubject,
    ): Promise<{ file: string; listDate: string | null; records: PublicRecord[] } | null> {
      const file = await files.find(db, 'public_records')
      if (!file?.loadedAt) return null
      const candidates = await publicRecords.candidateRecords(db, subject)
      const records = candidates.filter((record) => isRecordAbout(record, subject))
      return { file: file.file, listDate: file.listDate, records }
    },

    /** Each file that is set or was loaded, with what came of it. */
    async statuses(): Promise<ReferenceFile[]> {
      return (await files.list(db)).map((file) => ({ ...file, ...FILE_INFO[file.name] }))
    },
  }
}

export type ReferenceFilesService = ReturnType<typeof referenceFilesService>
