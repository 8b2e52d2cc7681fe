import sax from 'sax'
import { SignInFailure } from './sign-in-failure.ts'

const MAX_DEPTH = 40
const MAX_ELEMENTS = 5000

export type XmlElement = {
  /** Name without prefix. */
  name: string
  /** Namespace; empty for none. */
  uri: string
  /** Values by name; a prefixed attribute keeps its prefix. */
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  text: string
}

/**
 * Reads a SAML document. Refuses every construct that parsers treat differently and that no identity provider needs:
 * document types with their entities, comments, CDATA and processing instructions.
 *
 * @throws {SignInFailure} malformed
 */
export function readXml(xml: string): XmlElement {
  // Text can't contain `<`, so this finds every declaration wherever it is.
  const body = xml.replace(/^\uFEFF?\s*<\?xml(\s[^<>?]*)\?>/, (_, declaration: string) => {
    if (/encoding/i.test(declaration) && !/encoding\s*=\s*["']utf-8["']/i.test(declaration)) throw malformed()
    return ''
  })
  if (/<[!?]/.test(body)) throw malformed()
  return parse(body)
}

function parse(xml: string): XmlElement {
  // The types of this version lack `strictEntities`, which knows only the five entities of XML.
  const parser = sax.parser(true, { xmlns: true, strictEntities: true } as sax.SAXOptions)
  const path: XmlElement[] = []
  let root: XmlElement | undefined
  let count = 0
  parser.onerror = (error) => {
    throw new SignInFailure('malformed', { cause: error })
  }
  parser.onopentag = (tag) => {
    const { local, uri, attributes } = tag as sax.QualifiedTag
    count++
    if (path.length >= MAX_DEPTH || count > MAX_ELEMENTS || (path.length === 0 && root)) throw malformed()
    const element: XmlElement = {
      name: local,
      uri,
      attributes: new Map(Object.values(attributes).map(({ name, value }) => [name, value])),
      children: [],
      text: '',
    }
    path.at(-1)?.children.push(element)
    root ??= element
    path.push(element)
  }
  parser.onclosetag = () => void path.pop()
  parser.ontext = (text) => {
    const element = path.at(-1)
    if (element) element.text += text
  }
  parser.write(xml).close()
  if (!root) throw malformed()
  return root
}

const malformed = () => new SignInFailure('malformed')

/** The element and all elements inside it. */
export function* everyElement(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of element.children) yield* everyElement(child)
}

export function childrenOf(element: XmlElement, uri: string, name: string): XmlElement[] {
  return element.children.filter((child) => child.uri === uri && child.name === name)
}

/** The only such child; undefined for none. @throws {SignInFailure} malformed for several */
export function childOf(element: XmlElement, uri: string, name: string): XmlElement | undefined {
  const children = childrenOf(element, uri, name)
  if (children.length > 1) throw malformed()
  return children[0]
}

/** Text of an element. @throws {SignInFailure} malformed if it also contains elements */
export function textOf(element: XmlElement): string {
  if (element.children.length > 0) throw malformed()
  return element.text.trim()
}
