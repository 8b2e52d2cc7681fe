import type { ListedName } from '#domain/enrichment/listed-name.ts'
import type { PublicRecord } from '#domain/enrichment/public-record.ts'
import { isRecordAbout, type RecordSubject } from '#domain/enrichment/record-match.ts'
import type { Database } from '#server/platform/db/database.ts'
import * as publicRecords from './store/public-records.ts'
import * as files from './store/reference-files.ts'
import * as sanctionedNames from './store/sanctioned-names.ts'

/** The loaded sanctions list; without one, nothing can be screened. */
export type ScreeningList = {
  loaded: boolean
  /** Date of the list, `YYYY-MM-DD`; for CSV files, the day of their last change. */
  listDate: string | null
  /** Listed names similar to this one in any word order, most similar first; at most 120. */
  findCandidates(fullName: string): Promise<ListedName[]>
}

/** A file with its purpose and environment variable. */
export type ReferenceFile = files.ReferenceFileStatus & { purpose: string; variable: string }

const FILE_INFO: Record<files.ReferenceFileName, { purpose: string; variable: string }> = {
  public_records: { purpose: 'Documents of courts and counties', variable: 'PUBLIC_RECORDS_FILE' },
  sanctions: { purpose: 'Sanctions screening', variable: 'OFAC_LIST' },
}

/** Reads data from files of the operator; `service/load-files.ts` loads them when a worker starts. */
export function referenceFilesService({ db }: { db: Database }) {
  return {
    async getScreeningList(): Promise<ScreeningList> {
      const file = await files.find(db, 'sanctions')
      return {
        loaded: file?.loadedAt != null,
        listDate: file?.listDate ?? null,
        findCandidates: (fullName) => sanctionedNames.listCandidatesByName(db, fullName),
      }
    },

    /** Records of the loaded file about a person, each once; null if no file is loaded. */
    async findRecords(
      subject: RecordSubject,
    ): Promise<{ file: string; listDate: string | null; records: PublicRecord[] } | null> {
      const file = await files.find(db, 'public_records')
      if (!file?.loadedAt) return null
      const candidates = await publicRecords.listCandidateRecords(db, subject)
      const records = candidates.filter((record) => isRecordAbout(record, subject))
      return { file: file.file, listDate: file.listDate, records }
    },

    /** Status of each file that is configured or loaded. */
    async listStatuses(): Promise<ReferenceFile[]> {
      return (await files.list(db)).map((file) => ({ ...file, ...FILE_INFO[file.name] }))
    },
  }
}

export type ReferenceFilesService = ReturnType<typeof referenceFilesService>
