/** A ten-digit number of a registry file, and whether a change list takes it off. */
export type RegistryEntry = { areaCode: string; number: number; isRemoved: boolean }

export type RegistryReader = {
  /** Reads the next piece of the file; pieces may end anywhere. */
  read: (text: string, onEntry: (entry: RegistryEntry) => void) => void
  /** Reads what is left after the last piece. */
  end: (onEntry: (entry: RegistryEntry) => void) => void
  /** Lines that are no number, and the first few of them. */
  skipped: () => { count: number; examples: string[] }
}

const EXAMPLES = 3
/** No line of a registry file is longer; longer ones are cut. */
const MAX_LINE = 200

/**
 * Reads do-not-call lists as registries offer them: one number per line (`2025550142` or `202,5550142`), change lists with
 * more values and `A` or `D` at the end (added, deleted), and XML with `<ac val="202">` around `<ph val="5550142"/>`.
 */
export function createRegistryReader(): RegistryReader {
  let rest = ''
  let isXml: boolean | null = null
  let areaCode: string | null = null
  let isFirst = true
  let count = 0
  const examples: string[] = []

  function skip(line: string): void {
    count += 1
    if (examples.length < EXAMPLES) examples.push(line.trim().slice(0, 60))
  }

  function readLine(line: string, onEntry: (entry: RegistryEntry) => void): void {
    const text = line.trim()
    if (text === '') return
    const entry = parseLine(text)
    if (entry) onEntry(entry)
    // A header line is no mistake.
    else if (!isFirst) skip(text)
    isFirst = false
  }

  function readTag(tag: string, onEntry: (entry: RegistryEntry) => void): void {
    const [, name = '', digits = ''] = /^<\s*(ac|ph)\b[^>]*?["'](\d+)["']/i.exec(tag) ?? []
    if (name.toLowerCase() === 'ac') areaCode = digits
    else if (name && areaCode && digits.length === 7)
      onEntry({ areaCode, number: Number(digits), isRemoved: /["']D["']/i.test(tag) })
    else if (name) skip(tag)
  }

  return {
    read(text, onEntry) {
      rest += text
      // The format shows in the first character; blank text before it would otherwise pile up.
      if (isXml === null) rest = rest.trimStart()
      if (rest === '') return
      isXml ??= rest.startsWith('<')
      const parts = rest.split(isXml ? '>' : '\n')
      rest = (parts.pop() ?? '').slice(-MAX_LINE)
      for (const part of parts) {
        if (isXml) readTag(part.slice(part.lastIndexOf('<')), onEntry)
        else readLine(part.slice(0, MAX_LINE), onEntry)
      }
    },
    end(onEntry) {
      if (!isXml) readLine(rest, onEntry)
      rest = ''
    },
    skipped: () => ({ count, examples }),
  }
}

/** `2025550142`, `202,5550142`, `+1 (202) 555-0142`, each with more values behind a comma. */
const LINE_PATTERN =
  /^"?(?:\+?1[\s.-]*)?\(?([2-9]\d{2})\)?"?[\s,;.-]*"?(\d{3})[\s.-]?(\d{4})"?(?:[,;\t](.*))?$/

function parseLine(line: string): RegistryEntry | null {
  const [, areaCode, start, end, more = ''] = LINE_PATTERN.exec(line) ?? []
  if (!areaCode) return null
  return {
    areaCode,
    number: Number(`${start}${end}`),
    isRemoved: /(^|[,;\t])\s*"?D(el(eted?)?)?"?\s*$/i.test(more),
  }
}
