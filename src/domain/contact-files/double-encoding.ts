import { WINDOWS_1252 } from './tolerant-utf8.ts'

const BYTES = new Map(WINDOWS_1252.map((character, byte) => [character, byte]))
const FOLLOWING = WINDOWS_1252.slice(0x80, 0xc0)
  .join('')
  .replace(/[\]\\^-]/g, '\\$&')

const RUN = new RegExp(`[\u00c2-\u00f4][${FOLLOWING}]{1,3}`, 'g')
const CUT_RUN = new RegExp(`[\u00c2-\u00f4][${FOLLOWING}]{0,2}$`)
const STRICT = new TextDecoder('utf-8', { fatal: true })

/** Fewer could be letters that happen to be adjacent. */
const MIN_RUNS = 2
const SAMPLE_LENGTH = 64 * 1024

/** True if all accents of a text were encoded as UTF-8 twice: "JosÃ©". */
export function isDoubleEncoded(text: string): boolean {
  let runs = 0
  const rest = text.slice(0, SAMPLE_LENGTH).replace(RUN, (run) => {
    const repaired = repairRun(run)
    if (repaired !== run) runs += 1
    return repaired === run ? run : ''
  })
  return runs >= MIN_RUNS && !/[^\0-\x7f\ufeff]/.test(rest)
}

/** Reverses the second encoding piece by piece; incomplete sequences wait for the next piece. */
export class DoubleEncodingRepair {
  #held = ''

  push(piece: string, isLast: boolean): string {
    const text = this.#held + piece
    const cut = isLast ? -1 : text.search(CUT_RUN)
    this.#held = cut === -1 ? '' : text.slice(cut)
    return (cut === -1 ? text : text.slice(0, cut)).replace(RUN, repairRun)
  }
}

/** The characters that form one character in UTF-8. */
function repairRun(run: string): string {
  const bytes = Uint8Array.from([...run], (character) => BYTES.get(character) ?? 0)
  for (let length = run.length; length > 1; length--) {
    try {
      return STRICT.decode(bytes.subarray(0, length)) + run.slice(length)
    } catch {
      // Tries a shorter sequence next.
    }
  }
  return run
}
