/** Control characters, and those that hide or reorder text, such as tags and bidirectional marks. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** Text of others without characters that a person would not see; line breaks stay. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, (character) => (character === '\n' ? '\n' : ' ')).trim()
}
