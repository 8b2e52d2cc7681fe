/** Removes pictures and all links except known URLs of this site from sanitised HTML. */
export function keepKnownLinks(html: string, known: ReadonlySet<string>): { html: string; removed: number } {
  let removed = 0
  const kept = html
    .replace(/<img\b[^>]*>/g, () => {
      removed++
      return ''
    })
    .replace(/<a\b([^>]*)>(.*?)<\/a>/gs, (link, attributes: string, text: string) => {
      const href = /\bhref="([^"]*)"/.exec(attributes)?.[1] ?? ''
      if (known.has(href.replaceAll('&amp;', '&'))) return link
      if (href) removed++
      return text
    })
  return { html: kept, removed }
}
