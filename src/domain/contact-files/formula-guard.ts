// A spreadsheet takes a cell that begins like this for a formula or command, some also after leading blanks and in
// the wide forms of East Asian keyboards.
const TRIGGER = /^\s*[=+\-@\t\r\0\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/

/** The text with an apostrophe in front when a spreadsheet could take it for a formula. */
export function guardFormula(text: string): string {
  return TRIGGER.test(text) ? `'${text}` : text
}

/** The text without the apostrophe that `guardFormula` or a spreadsheet put in front of it. */
export function unguardFormula(text: string): string {
  return text.startsWith("'") && TRIGGER.test(text.slice(1)) ? text.slice(1) : text
}
