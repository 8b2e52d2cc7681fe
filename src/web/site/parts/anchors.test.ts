import { expect, test } from 'vitest'
import { anchorsOf } from './blocks.tsx'

test('makes anchors from the words of headings', () => {
  expect(anchorsOf(['Your rights', 'Cookies & storage'])).toEqual(['your-rights', 'cookies-and-storage'])
})

test('adds a number to headings that repeat, have no Latin letters, or clash with the page', () => {
  expect(anchorsOf(['Data', 'Data', 'Данные', '数据', 'Roles', 'Main'])).toEqual([
    ...['data', 'data-2', 'part-3', 'part-4', 'roles-5', 'main-6'],
  ])
  expect(anchorsOf(['Data 3', 'Data', 'Data'])).toEqual(['data-3', 'data', 'data-4'])
})
