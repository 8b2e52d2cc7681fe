import { readFile } from 'node:fs/promises'

/** A file of the operator's content with its placeholders: `site.json` or `pages/<name>.json`. */
export async function readSiteContent<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(new URL(`../../content/site/${file}`, import.meta.url), 'utf8')) as T
}
