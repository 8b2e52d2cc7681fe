import { WINDOWS_1252 } from './tolerant-utf8.ts'

const BYTE_BY_CHARACTER = new Map(WINDOWS_1252.map((character, byte) => [character, byte]))
const CONTINUATION_CHARACTERS = WINDOWS_1252.slice(0x80, 0xc0)
  .join('')
  .replace(/[\]\\^-]/g, '\\$&')

const RUN = new RegExp(`[\u00c2-\u00f4][${CONTINUATION_CHARACTERS}]{1,3}`, 'g')
const INCOMPLETE_RUN = new RegExp(`[\u00c2-\u00f4][${CONTINUATION_CHARACTERS}]{0,2}$`)
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Minimum number of runs, because single ones can be ordinary letters. */
const MIN_RUNS = 2
const SAMPLE_LENGTH = 64 * 1024

/** True if all accents of a text were encoded as UTF-8 twice: "JosÃ©". */
export function isDoubleEncoded(text: string): boolean {
  let runs = 0
  const withoutRuns = text.slice(0, SAMPLE_LENGTH).replace(RUN, (run) => {
    const repaired = repairRun(run)
    if (repaired !== run) runs += 1
    return repaired === run ? run : ''
  })
  return runs >= MIN_RUNS && !/[^\0-\x7f\ufeff]/.test(withoutRuns)
}

/** Reverses the second encoding piece by piece; incomplete sequences wait for the next piece. */
export class DoubleEncodingRepair {
  #pending = ''

  push(chunk: string, isLast: boolean): string {
    const text = this.#pending + chunk
    const cutIndex = isLast ? -1 : text.search(INCOMPLETE_RUN)
    this.#pending = cutIndex === -1 ? '' : text.slice(cutIndex)
    return (cutIndex === -1 ? text : text.slice(0, cutIndex)).replace(RUN, repairRun)
  }
}

/** Decodes characters that form one character in UTF-8. */
function repairRun(run: string): string {
  const bytes = Uint8Array.from([...run], (character) => BYTE_BY_CHARACTER.get(character) ?? 0)
  for (let length = run.length; length > 1; length--) {
    try {
      return STRICT_UTF8.decode(bytes.subarray(0, length)) + run.slice(length)
    } catch {
      // Tries a shorter sequence next.
    }
  }
  return run
}
