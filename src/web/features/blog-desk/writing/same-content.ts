/** Attributes that the server sets on every link and picture. */
const SERVER_ATTRIBUTES = ['rel', 'loading']
/** Elements that don't change the meaning: lists and cells mean the same with and without them. */
const NEUTRAL_ELEMENTS = ['p', 'thead', 'tbody']

/** Compares two HTML texts by elements, attributes and words; formatting and order don't matter. */
export function hasSameContent(html: string, otherHtml: string): boolean {
  return html === otherHtml || outlineOf(html) === outlineOf(otherHtml)
}

function outlineOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const elements = Array.from(body.querySelectorAll('*'), ({ localName, attributes }) => {
    const attributeTexts = Array.from(attributes, ({ name, value }) => `${name}=${value}`)
    return [
      localName,
      ...attributeTexts.filter((each) => !SERVER_ATTRIBUTES.includes(each.split('=')[0] ?? '')).sort(),
    ].join(' ')
  }).filter((element) => !NEUTRAL_ELEMENTS.includes(element))
  return `${elements.sort().join('\n')}\n${body.textContent.replace(/\s+/g, '')}`
}
