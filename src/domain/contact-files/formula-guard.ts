// A spreadsheet takes a cell that begins like this for a formula or command, some also after leading blanks and in
// the wide forms of East Asian keyboards.
const TRIGGER = /^\s*[=+\-@\t\r\0\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/

/** A number that a spreadsheet keeps as text by an apostrophe; `'90s house` is none. */
export const NUMBER = /^[+(]?\d[\d\s().,/-]*$/

/**
 * The text with an apostrophe in front when a spreadsheet could take it for a formula, or a reader its own apostrophe for
 * such a guard: `unguardFormula` gives back every text.
 */
export function guardFormula(text: string): string {
  return needsGuard(text) ? `'${text}` : text
}

/** The text without the apostrophe that `guardFormula` or a spreadsheet put in front of it. */
export function unguardFormula(text: string): string {
  return text.startsWith("'") && needsGuard(text.slice(1)) ? text.slice(1) : text
}

function needsGuard(text: string): boolean {
  const bare = text.replace(/^'+/, '')
  return TRIGGER.test(bare) || (bare !== text && NUMBER.test(bare))
}
