// Spreadsheets treat these openings as formulas or commands, some after leading spaces and in East Asian full-width
// forms.
const TRIGGER = /^\s*[=+\-@\t\r\0\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/

/** A number that a spreadsheet keeps as text with an apostrophe; `'90s house` isn't one. */
export const NUMBER = /^[+(]?\d[\d\s().,/-]*$/

/** A text that a program marks as such with an apostrophe: `'O'Dell` and `'Great' client` keep theirs. */
export const MARKED_TEXT = /^'(?:[#(]|\p{Lu}[^']*$)/u

/**
 * Adds an apostrophe to text that a spreadsheet could read as a formula, or whose own apostrophe would look like this
 * guard. `unguardFormula` restores every text.
 */
export function guardFormula(text: string): string {
  return needsGuard(text) ? `'${text}` : text
}

/** Removes the apostrophe added by `guardFormula` or a spreadsheet. */
export function unguardFormula(text: string): string {
  return text.startsWith("'") && needsGuard(text.slice(1)) ? text.slice(1) : text
}

function needsGuard(text: string): boolean {
  const bare = text.replace(/^'+/, '')
  return TRIGGER.test(bare) || (bare !== text && (NUMBER.test(bare) || MARKED_TEXT.test(`'${bare}`)))
}
