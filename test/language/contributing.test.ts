import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const GUIDE = read('CONTRIBUTING.md')

const examples = [...GUIDE.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, file = '', code = '']) => ({
  file,
  code,
}))
const oneLine = (code: string) => code.replace(/\s+/g, ' ').trim()

test('has an example of an endpoint, a job and a screen', () => {
  expect(examples.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['src/contract/views.ts', 'src/server/work.ts', 'src/web/routes.ts']),
  )
})

test.each(examples)('quotes the current text of $file', ({ file, code }) => {
  expect(oneLine(read(file))).toContain(oneLine(code))
})

test('names only files and folders that exist', () => {
  const namedPaths = [...GUIDE.matchAll(/`((?:src|test|docs|content|scripts)\/[\w./-]+)`/g)].map(
    ([, file = '']) => file,
  )
  expect(namedPaths.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
})

test('lists every file that uses the field of its example', () => {
  const section = GUIDE.slice(GUIDE.indexOf('## Add a field'), GUIDE.indexOf('## Add an endpoint'))
  const sources = globSync(
    'src/{domain/identity,domain/contact-files,contract,web/features/contacts}/**/*.{ts,tsx}',
    {
      cwd: ROOT,
    },
  )
  const unlisted = [
    'src/contract/contact-form.ts',
    'src/contract/newsletter.ts',
    'src/contract/privacy-requests.ts',
  ]
  const filesWithField = sources.filter(
    (file) => !file.includes('.test.') && !unlisted.includes(file) && /\bwebsite\b/.test(read(file)),
  )
  expect(filesWithField.filter((file) => !section.includes(`\`${file}\``))).toEqual([])
})
