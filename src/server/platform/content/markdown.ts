import { Marked } from 'marked'
import { sanitizeArticle } from './article-html.ts'

const marked = new Marked({ async: false, gfm: true })

/** Nesting too deep for any article, on which the Markdown library would recurse without end. */
const DEEP_NESTING = /^(?=(?:[ \t]*(?:[-*+>]|\d{1,9}[.)])){11})/gm

/** Renders GitHub-flavored Markdown as sanitized HTML; links to hosts other than that of `appUrl` are marked external. */
export function articleHtml(markdown: string, appUrl: string): string {
  return sanitizeArticle(marked.parse(markdown.replace(DEEP_NESTING, '\\'), { async: false }), appUrl).trim()
}
