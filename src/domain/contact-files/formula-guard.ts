// Spreadsheets read these beginnings as formulas or commands, some after leading spaces and in East Asian full-width
// forms.
const FORMULA_TRIGGER_PATTERN = /^\s*[=+\-@\t\r\0\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/

/** A number that an apostrophe marks as text; `'90s house` isn't one. */
export const MARKED_NUMBER_PATTERN = /^[+(]?\d[\d\s().,/-]*$/

/** A text that a program marks with an apostrophe; `'O'Dell` and `'Great' client` aren't marked. */
export const MARKED_TEXT_PATTERN = /^'(?:[#(]|\p{Lu}[^']*$)/u

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
  const withoutApostrophes = text.replace(/^'+/, '')
  return (
    FORMULA_TRIGGER_PATTERN.test(withoutApostrophes) ||
    (withoutApostrophes !== text &&
      (MARKED_NUMBER_PATTERN.test(withoutApostrophes) || MARKED_TEXT_PATTERN.test(`'${withoutApostrophes}`)))
  )
}
