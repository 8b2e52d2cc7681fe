import { readFileSync } from 'node:fs'
import { CHANNELS, type Channel, GUARD_RULES, type GuardRule } from '#domain/compliance/outreach.ts'

/** A text an agent might write, and the expected verdict. */
export type CorpusText = {
  /** File and number. */
  name: string
  text: string
  channel: Channel
  /** The rule it breaks; null if it is allowed. */
  rule: GuardRule | null
}

/** Postal address of the organization in the corpus emails. */
export const CORPUS_ADDRESS = '500 Congress Ave, Suite 200, Austin, TX 78701'
const FOOTER = `Casa Realty, ${CORPUS_ADDRESS}\nTo stop these e-mails, reply "unsubscribe".`

/**
 * Reads `outreach-corpus-<part>.txt`: texts under headings such as `--- refused pressure email` or `--- clean
 * letter`, with `{footer}` for address and opt-out, and `\uXXXX` for invisible characters. The guard learns from the
 * refused and clean parts, and more from close calls of both: run scripts/train-guard.ts after adding texts.
 */
export function corpusTexts(folder: 'refused' | 'clean' | 'close' | 'held-out'): CorpusText[] {
  const file = readFileSync(new URL(`outreach-corpus-${folder}.txt`, import.meta.url), 'utf8')
  return file
    .split(/^--- /m)
    .slice(1)
    .map((entry, index) => {
      const [heading = '', ...lines] = entry.split('\n')
      const kinds = heading.trim().split(' ')
      const channel = CHANNELS.find((each) => each === kinds.at(-1))
      if (channel === undefined) throw new Error(`No channel: ${heading}`)
      const rule = GUARD_RULES.find((each) => each === kinds[1]) ?? null
      if ((kinds[0] === 'clean') !== (rule === null)) throw new Error(`Neither clean nor a rule: ${heading}`)
      return { name: `${folder} ${index + 1}`, text: unescapeText(lines.join('\n').trim()), channel, rule }
    })
}

function unescapeText(text: string): string {
  return text
    .replaceAll('{footer}', FOOTER)
    .replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
