import { Marked } from 'marked'
import { sanitiseArticle } from './article-html.ts'

const marked = new Marked({ async: false, gfm: true })

/** Lists and quotations in one another so deep are no article; the library descends into each and would not come back. */
const DEEP_NESTING = /^(?=(?:[ \t]*(?:[-*+>]|\d{1,9}[.)])){11})/gm

/** Markdown (GitHub's flavour) as sanitised HTML; links to hosts other than that of `appUrl` are marked as foreign. */
export function articleHtml(markdown: string, appUrl: string): string {
  return sanitiseArticle(marked.parse(markdown.replace(DEEP_NESTING, '\\'), { async: false }), appUrl).trim()
}
