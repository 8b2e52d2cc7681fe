import { Editor, type Extensions, getSchema, mergeAttributes, Node } from '@tiptap/core'
import { TableKit } from '@tiptap/extension-table'
import { DOMSerializer, DOMParser as DocumentParser } from '@tiptap/pm/model'
import StarterKit from '@tiptap/starter-kit'
import { hasSameContent } from './same-content.ts'

/** A picture, as `<img>` in a paragraph. */
const Picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: null },
    alt: { default: '' },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
})

const align = {
  default: null,
  parseHTML: (cell: HTMLElement) => cell.getAttribute('align'),
}

/** The elements the editor supports; other elements that the sanitizer allows are edited as HTML. */
const EXTENSIONS: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      protocols: ['http', 'https', 'mailto'],
      HTMLAttributes: { target: null, rel: null, class: null },
    },
    strike: false,
    underline: false,
    dropcursor: false,
    gapcursor: false,
  }),
  TableKit.configure({ table: { resizable: false } }).extend({
    addGlobalAttributes: () => [{ types: ['tableCell', 'tableHeader'], attributes: { align } }],
  }),
  Picture,
]

/** Creates an editor inside an element, without style sheets of its own, which the content policy forbids. */
export function createEditor(options: ConstructorParameters<typeof Editor>[0]): Editor {
  return new Editor({ ...options, extensions: EXTENSIONS, injectCSS: false })
}

/** The text of an editor as a post stores it. */
export function htmlOf({ schema, state }: Pick<Editor, 'schema' | 'state'>): string {
  return toPostHtml(DOMSerializer.fromSchema(schema).serializeFragment(state.doc.content))
}

/** HTML as the editor would return it without edits. */
export function normalizeHtml(html: string): string {
  const schema = getSchema(EXTENSIONS)
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const { content } = DocumentParser.fromSchema(schema).parse(body)
  return toPostHtml(DOMSerializer.fromSchema(schema).serializeFragment(content))
}

/** True if the editor would lose nothing of the HTML. */
export function canEdit(html: string): boolean {
  return hasSameContent(html, normalizeHtml(html))
}

/** Removes markup that only the editor needs: widths, empty paragraphs, and paragraphs around list items. */
function toPostHtml(fragment: HTMLElement | DocumentFragment): string {
  const root = document.createElement('div')
  root.append(fragment)
  for (const each of root.querySelectorAll('colgroup')) each.remove()
  for (const table of root.querySelectorAll('table')) addTableHead(table)
  for (const each of root.querySelectorAll('li, td, th')) unwrapParagraph(each)
  for (const each of root.querySelectorAll('p')) if (!each.hasChildNodes()) each.remove()
  for (const each of root.querySelectorAll('[class], [style], [colspan], [rowspan]')) {
    for (const name of ['class', 'style', 'colspan', 'rowspan']) each.removeAttribute(name)
  }
  return root.innerHTML
}

function unwrapParagraph(element: Element): void {
  const [first, ...otherChildren] = element.children
  if (first?.localName !== 'p' || otherChildren.some(({ localName }) => localName === 'p')) return
  first.replaceWith(...first.childNodes)
}

/** Moves a first row of header cells into a `thead`. */
function addTableHead(table: HTMLTableElement): void {
  const first = table.rows[0]
  if (!first || Array.from(first.cells).some(({ localName }) => localName !== 'th')) return
  table.createTHead().append(first)
  if (table.tBodies[0]?.rows.length === 0) table.tBodies[0].remove()
}
