/** Attributes that the server sets on every link and picture. */
const SET_BY_SERVER = ['rel', 'loading']
/** Elements that stand for nothing by themselves: lists and cells mean the same with and without them. */
const WITHOUT_MEANING = ['p', 'thead', 'tbody']

/** Compares two texts by elements, attributes and words, however they are written. */
export function hasSameContent(one: string, other: string): boolean {
  return one === other || outlineOf(one) === outlineOf(other)
}

function outlineOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const elements = Array.from(body.querySelectorAll('*'), ({ localName, attributes }) => {
    const kept = Array.from(attributes, ({ name, value }) => `${name}=${value}`)
    return [
      localName,
      ...kept.filter((each) => !SET_BY_SERVER.includes(each.split('=')[0] ?? '')).sort(),
    ].join(' ')
  }).filter((element) => !WITHOUT_MEANING.includes(element))
  return `${elements.sort().join('\n')}\n${body.textContent.replace(/\s+/g, '')}`
}
