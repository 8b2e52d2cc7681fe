import { fold } from './name.ts'

/**
 * The form in which counties of one state are compared: `DuPage County`, `Du Page` and `DUPAGE (County)` are the same.
 * An independent city keeps its word, since a county may bear its name. Empty for a text without letters.
 */
export function comparableCounty(name: string): string {
  return fold(name)
    .replace(/\((?:independent )?city\)/g, ' city')
    .replace(/\([^)]*\)/g, ' ')
    .trim()
    .replace(/\s+(?:county|parish|borough|census area|municipality|municipio|planning region)$/, '')
    .replace(/\bsaint\b/g, 'st')
    .replace(/\bsainte\b/g, 'ste')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
