import { Marked } from 'marked'
import { sanitiseArticle } from './article-html.ts'

const marked = new Marked({ async: false, gfm: true })

/** Markdown (GitHub's flavour) as sanitised HTML; links to hosts other than that of `appUrl` are marked as foreign. */
export function articleHtml(markdown: string, appUrl: string): string {
  return sanitiseArticle(marked.parse(markdown, { async: false }), appUrl).trim()
}
